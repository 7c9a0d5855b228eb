"""Citywright: play, host, analyse and research three out-of-print city-building board games."""

__version__ = "0.2.0"
