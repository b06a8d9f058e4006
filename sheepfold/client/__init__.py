"""A server's table from afar: for `join` and for programs."""
