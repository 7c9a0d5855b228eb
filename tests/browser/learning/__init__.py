"""Learning a game in a browser."""
