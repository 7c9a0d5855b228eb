"""How server processes reach each other: over Redis, over PostgreSQL, or through the parent of all."""
