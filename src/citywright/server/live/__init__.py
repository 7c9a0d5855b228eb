"""The live table page: its elements as one seat sees them, sent over a WebSocket."""
