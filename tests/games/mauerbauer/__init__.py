"""Tests of Die Mauerbauer, one file per chapter of its rules."""
