"""The review pages: a finished table or an uploaded record at any ply, its analysis, pictures, uploads."""
