"""A folder of games for the tests of the core."""
