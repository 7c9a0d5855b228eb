"""Standing orders: small conditional choices for turns that come while a player is away. Pure: an order
decides from what its seat can see, and nothing here is kept or carried out.
"""
