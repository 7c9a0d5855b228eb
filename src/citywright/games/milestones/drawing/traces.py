"""Which elements of a picture show what an action has changed, so that a page can mark what others did."""

from __future__ import annotations

from citywright.engine.view import View, seat_number
from citywright.games.milestones.drawing.map_pieces import line_key, plot_key
from citywright.games.milestones.drawing.player_boards import panel_of
from citywright.games.milestones.rules.material import KIND_NAMES
from citywright.games.milestones.view import MilestonesView


def traces(words: str, seat: int, view: View) -> list[str]:
    """The ids of what an action of a seat changed, as far as this view still shows it."""
    assert isinstance(view, MilestonesView)
    verb, _, rest = words.partition(" ")
    if verb in ("milestone", "end", "market", "deliver", "count", "road"):
        return _on_map(verb, rest, view)
    if verb == "house":
        return [plot_key(rest)] if any(plot.name == rest and plot.house for plot in view.plots) else []
    if seat < 0 or seat >= len(view.boards):
        return []
    return _on_ring(verb, rest, seat, view)


def _on_map(verb: str, field: str, view: MilestonesView) -> list[str]:
    """The field, and the road pieces that came with it."""
    pieces = {one.name: one.piece for one in view.fields}
    if field not in pieces:
        return []
    shown = [f"main-{field}"]
    lines = [line for line in view.lines if field in line]
    if verb == "milestone" and pieces[field] == "milestone":  # both its pieces belong to its section
        shown += [line_key(*line) for line in lines]
    elif verb == "end":
        led = [line for line in lines if any(pieces[end] == "milestone" for end in line)]
        shown += [line_key(*line) for line in led] if len(led) == 1 else []
    return shown


def _on_ring(verb: str, rest: str, seat: int, view: MilestonesView) -> list[str]:
    """The figure and the fields of a seat's ring, and the viewer's own goods."""
    panel = panel_of(max(0, seat_number(view.seat)), seat)
    if verb == "go":
        place = f"{panel}-{rest.replace(' ', '-')}"
        return [place, f"{panel}-figure"] if view.boards[seat].position == rest else [place]
    if verb == "place":
        return [f"{panel}-path-{path}" for path in rest.split(" ")]
    if verb in ("cover", "claim"):
        return [f"{panel}-path-{rest[-1]}"]
    if verb == "take":
        return [f"{panel}-waiting"] if view.boards[seat].taken else []
    if verb in ("buy", "give", "sell") and panel == "tray":
        return [f"tray-{kind}" for kind in KIND_NAMES if kind in rest.split(" ")]
    return []
