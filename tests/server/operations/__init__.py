"""Tests of what a host does beside serving."""
