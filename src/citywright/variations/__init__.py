"""Variations of a finished game: what else could have been played, as a tree; how chance is chosen there."""
