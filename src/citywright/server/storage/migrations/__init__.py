"""The history of the database, run by Alembic when a server starts."""
