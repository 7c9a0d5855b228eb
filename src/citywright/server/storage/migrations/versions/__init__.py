"""One module per step; steps never change once released."""
