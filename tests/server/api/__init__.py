"""Tests of the API for programs."""
