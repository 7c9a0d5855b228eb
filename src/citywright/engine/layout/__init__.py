"""Layouts: their files, their entries for an editor, where they come from, and how new ones are made."""
