"""Tests of following, inviting and blocking people."""
