"""Analysis boards that were saved: their rows in the database."""
