"""Pages about people and their finished games: profiles, leaderboards, the archive."""
