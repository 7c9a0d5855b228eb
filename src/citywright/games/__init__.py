"""One package per game, each with the same rooms. Games never import each other."""
