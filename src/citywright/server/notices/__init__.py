"""Telling people what waits for them: what is told, over which channels, when, and that it arrives."""
