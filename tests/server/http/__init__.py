"""Tests of what surrounds every request: security, limits, logs, metrics."""
