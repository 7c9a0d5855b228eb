"""People who follow, invite and block each other."""
