"""Tests of the database: schema, migrations, writing, retention."""
