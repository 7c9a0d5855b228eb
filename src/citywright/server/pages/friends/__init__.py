"""The pages of people one follows, invites and blocks."""
