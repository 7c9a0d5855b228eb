"""Tests of the HTML pages and their forms."""
