"""The rules of each game, id by id."""
