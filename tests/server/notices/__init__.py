"""Tests of notices: push messages, mails, feeds, webhooks, and that each is told once."""
