"""Load on a server of its own, for `citywright bench server`."""
