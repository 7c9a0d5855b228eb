"""A running game: the match, its verifiable dice, its record, and replaying records."""
