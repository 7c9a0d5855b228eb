"""Being told: the page where that is chosen, devices, mail, webhooks, the feed, and the installed app."""
