"""Learning that works: a value of positions, learned by self-play in a few minutes."""
