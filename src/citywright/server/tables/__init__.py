"""Tables: the one service that changes them, what was agreed, clocks, chat, review."""
