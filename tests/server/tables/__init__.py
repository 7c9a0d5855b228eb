"""Tests of the tables: playing, deadlines, chat, review."""
