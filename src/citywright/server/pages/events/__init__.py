"""The pages of events: lists, one event, and making one."""
