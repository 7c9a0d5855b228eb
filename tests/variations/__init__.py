"""Tests of trees of variations."""
