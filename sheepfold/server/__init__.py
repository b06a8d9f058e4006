"""Tables that lose nothing: games played over the network, their logs in a database.

`messages` is what goes over the wire and `entries` what is kept; `table` is a log folded into a table, `deciding` says
what a command leads to, `live` keeps a table going for those around it, `house` all tables of a server, and `app` puts
the HTTP and WebSocket doors before it.
"""
