"""A hostile client: the largest, deepest and oddest input at every public address, beside people who play."""
