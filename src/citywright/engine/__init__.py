"""The contract every game fulfils, and what all games share. Does no I/O and reads no clock."""
