"""The host's desk, and what leads there: reporting, appealing, letters of the host, house rules."""
