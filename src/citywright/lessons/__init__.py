"""Lessons: short tasks on real positions, as data of a game. Read, played and judged here; shown elsewhere."""
