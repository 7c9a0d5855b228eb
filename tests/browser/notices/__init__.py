"""The site as an app, in a real browser: push messages, the page without network, installing."""
