"""People and bots: guests, accounts, tokens, notifications, bots that play at tables."""
