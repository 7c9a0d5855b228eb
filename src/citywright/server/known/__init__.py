"""What is known of finished games and their players: ratings, profiles, leaderboards, the archive."""
