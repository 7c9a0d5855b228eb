"""Templates, style sheets, scripts and translations of the pages. No code runs from here in Python."""
