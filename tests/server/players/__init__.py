"""Tests of guests, accounts, notifications, hints and bots."""
