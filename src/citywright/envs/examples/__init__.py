"""Worked examples of learning, to be run and copied: `python -m citywright.envs.examples.NAME --help`."""
