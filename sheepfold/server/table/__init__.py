"""One table: its log, what commands lead to, the time, its bots, and what each pair of eyes is shown."""
