"""The page of a room, its forms and its live connection."""
