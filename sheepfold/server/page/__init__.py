"""The pages people open, and the files they are made of."""
