"""What one picture is drawn from: the view, what its viewer may do, and for which reader."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from citywright.draw.kept import Kept
from citywright.engine.view import Choice, seat_number
from citywright.games.milestones.text.names import words_of
from citywright.games.milestones.text.titles import title_of
from citywright.games.milestones.view import ActionBoard, MilestonesView, ShownPosition
from citywright.text.phrases import player_name


class Context:
    """Handed from panel to panel while one picture is drawn. A spectator sees the tray of seat A."""

    def __init__(self, view: MilestonesView, lang: str, names: Sequence[str], kept: Kept) -> None:
        self.view = view
        self.lang = lang
        self.names = names
        self.kept = kept
        self.t = words_of(lang)
        self.position = ShownPosition(view)
        self.choices: dict[str, Choice] = {choice.action: choice for choice in view.choices}
        self.viewer = max(0, seat_number(view.seat))

    @cached_property
    def markets(self) -> frozenset[str]:
        """The fields with a market."""
        return frozenset([field.name for field in self.view.fields if field.piece == "market"])

    @property
    def own_board(self) -> ActionBoard:
        """The viewer's board."""
        return self.view.boards[self.viewer]

    def name_of(self, seat: int) -> str:
        """What the player of a seat is called."""
        return player_name(seat, self.names)

    def title(self, choice: Choice) -> str:
        """The title of one of the viewer's choices."""
        return title_of(choice, self.position, self.lang)
