"""Analyses of finished games: made beside the server, kept with the game, never of a game that runs."""
