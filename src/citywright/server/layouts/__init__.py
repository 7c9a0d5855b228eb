"""The shelf of layouts: what people keep and share there, its pictures, and what it plays like."""
