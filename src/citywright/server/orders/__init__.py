"""Standing orders at tables: kept in the database, carried out by one process, seen by their owner only."""
