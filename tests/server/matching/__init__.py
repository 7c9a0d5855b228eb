"""Tests of finding people."""
