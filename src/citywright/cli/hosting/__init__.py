"""The verbs for those who host: backup, restore, announce, doctor."""
