"""The deal of the day: one for each game, the same dice and the same bots for everybody, one try each."""
