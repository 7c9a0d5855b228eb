"""A person at a browser, tables to sit down at, what can be measured, and a wire to cut."""
