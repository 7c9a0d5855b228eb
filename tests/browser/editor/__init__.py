"""Tests of the editor of layouts in a real browser."""
