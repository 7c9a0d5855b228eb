"""Looking back at games, in a browser."""
