"""The verbs for those who host: backup, restore, doctor."""
