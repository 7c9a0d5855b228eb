"""What a host does beside serving: backups, restores, and a look at the whole set-up."""
