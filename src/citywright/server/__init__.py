"""Tables played live: kept in a database, pushed to browsers. Knows games only through the catalogue."""
