"""Lessons: short tasks on real positions, as data of a game. Read and judged here, shown elsewhere."""
