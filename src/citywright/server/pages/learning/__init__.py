"""Learning a game: lessons on real positions, then a first whole game with explanations."""
