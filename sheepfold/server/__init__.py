"""Tables that lose nothing: games played over the network, their logs in a database.

From the bottom up: `wire` is what is sent, `fairness` keeps one caller from standing in everybody's way, `keeping` is
the database, `table` what happens at a table and all tables of a server, `http` the doors, `page` what a browser
shows; `app` puts them together and `running` runs them.
"""
