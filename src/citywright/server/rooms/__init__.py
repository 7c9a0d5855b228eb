"""Rooms: where people gather, agree and get ready before a table starts."""
