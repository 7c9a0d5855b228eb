"""One look for all plots of the studies: white paper, few lines, colours the colour-blind can tell apart.

Intervals are drawn wherever there are any. Colours are those of Okabe and Ito.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.style import context as in_style
from matplotlib.style import use as use_style

BLUE: Final = "#0072B2"
ORANGE: Final = "#E69F00"
GREEN: Final = "#009E73"
RED: Final = "#D55E00"
PURPLE: Final = "#CC79A7"
SKY: Final = "#56B4E9"
GREY: Final = "#767676"
COLOURS: Final = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY)
LEVEL_COLOURS: Final = {"random": GREY, "apprentice": ORANGE, "journeyman": BLUE, "master": GREEN}
LEVEL_MARKS: Final = {"random": "s", "apprentice": "^", "journeyman": "o", "master": "D"}

STYLE: Final[dict[str, Any]] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.facecolor": "white",
    "font.size": 9.5,
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.7,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "lines.markersize": 5,
    "svg.fonttype": "path",  # letters as shapes: the same on every machine
    "svg.hashsalt": "citywright",  # the same ids for the same picture
}


class Drawing:
    """A finished picture, which a notebook shows as SVG. `words` say what there is to see."""

    def __init__(self, figure: Figure, words: str) -> None:
        self.words = words
        written = StringIO()
        with in_style(STYLE):
            figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
        self.svg = written.getvalue()

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        return {"image/svg+xml": self.svg}, {"image/svg+xml": {"alt": self.words}}


def sheet(columns: int, height: float, rows: int = 1, width: float = 9.0) -> tuple[Figure, list[Axes]]:
    """A figure of so many plots in a row, in inches."""
    use_style(STYLE)
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


def points_across(
    axes: Axes,
    places: Sequence[float],
    intervals: Sequence[Sequence[float]],
    *,
    colour: str,
    mark: str = "o",
    label: str = "",
    line: str = "",
) -> None:
    """Values with their intervals, upright; `line` joins them."""
    axes.errorbar(
        places,
        [one[0] for one in intervals],
        yerr=_reach(intervals),
        fmt=mark + line,
        color=colour,
        capsize=2.5,
        label=label or None,
    )


def points_down(
    axes: Axes,
    places: Sequence[float],
    intervals: Sequence[Sequence[float]],
    *,
    colour: str,
    mark: str = "o",
    label: str = "",
) -> None:
    """Values with their intervals, lying; one for each line."""
    axes.errorbar(
        [one[0] for one in intervals],
        places,
        xerr=_reach(intervals),
        fmt=mark,
        color=colour,
        capsize=2,
        markersize=4,
        label=label or None,
    )


def name_lines(axes: Axes, names: Sequence[str]) -> None:
    """Names at the lines of a plot with `points_down`, from the top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)


def _reach(intervals: Sequence[Sequence[float]]) -> list[list[float]]:
    return [
        [max(one[0] - one[1], 0.0) for one in intervals],
        [max(one[2] - one[0], 0.0) for one in intervals],
    ]
