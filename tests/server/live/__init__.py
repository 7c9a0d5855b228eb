"""Tests of the live connection: what it takes, what it sends, what it refuses."""
