"""The database: connections, schema, the writer of moves, and what is deleted when."""
