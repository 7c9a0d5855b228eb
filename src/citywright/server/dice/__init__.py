"""Dice that neither the host nor a player could have chosen: what is promised before a table is made."""
