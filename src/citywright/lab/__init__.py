"""Measuring, training and comparing bots. Knows games only through the catalogue."""
