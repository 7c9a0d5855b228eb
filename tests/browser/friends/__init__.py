"""Browser tests of people who follow, invite and block each other."""
