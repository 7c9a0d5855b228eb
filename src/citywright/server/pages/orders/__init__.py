"""Standing orders: their list, which the table page shows in a drawer, and planning a turn on the board."""
