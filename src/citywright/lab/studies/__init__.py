"""Studies of the games, on their own engine: data made by a command, and plotted by the notebooks of docs.

`python -m citywright.lab.studies NAME` plays the games of a study and writes NAME.json. Whatever is counted,
fitted or tested is done here; a notebook only reads, plots and explains. Needs the extra `studies`.
"""
