"""Measuring and research: knows games only through the catalogue."""
