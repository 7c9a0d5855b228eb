"""What surrounds every request: security headers, limits, log, metrics."""
