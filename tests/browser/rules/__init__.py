"""The rules in a browser: their page, and the drawer at a table."""
