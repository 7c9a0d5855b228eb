"""The fault bench: people, programs and spectators play at real servers while things break.

Run it: `python -m citywright.lab.faults`. What everybody was told is compared with what was committed.
"""
