"""Tests of guests, accounts, hints and bots."""
