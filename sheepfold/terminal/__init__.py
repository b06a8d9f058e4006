"""Playing at a terminal: at this computer's own table, or at a server's."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""
