"""The pages of layouts: the editor and the shelf."""
