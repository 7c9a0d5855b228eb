"""The host's desk: reports, roles, what may be done to people and tables, announcements, limits, the log."""
