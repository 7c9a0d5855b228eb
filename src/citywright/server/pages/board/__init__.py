"""The analysis board: variations of a finished game tried out, judged, saved, and played on against bots."""
