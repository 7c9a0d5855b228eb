"""Tournaments and leagues as plain data: who meets whom, in which seat, and who stands where.

No clock, no database, no global random source: the same people and the same seed give the same tables.
"""
