"""Records as tables: `rows` makes them of a replay, `formats` writes them, `parts` keeps what is finished."""
