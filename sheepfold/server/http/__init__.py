"""The doors: requests, live connections, who is calling, and how much of everything is let in."""
