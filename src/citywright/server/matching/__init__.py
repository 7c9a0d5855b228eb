"""Matching: people who look for others to play with, and who is seated together."""
