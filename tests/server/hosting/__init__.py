"""Tests of docs/hosting.md and of how a server starts."""
