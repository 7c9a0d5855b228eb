"""Runs the migrations on the connection it is given; see storage/database.py."""

from __future__ import annotations

from alembic import context

from citywright.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
