"""People and bots: guests, accounts, tokens, bots that play at tables."""
