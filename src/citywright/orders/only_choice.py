"""The order that plays whatever is the only choice, for any game."""

from __future__ import annotations

from citywright.engine.state import CHANCE
from citywright.orders.contract import Decision, Kind, Play, Seen, Values
from citywright.text import translate


class OnlyChoice(Kind):
    """Plays the only legal action, if all can see that there is no other.

    Whoever plays what only its own secrets leave would tell them by being quick.
    """

    id = "only"

    def title(self, lang: str) -> str:
        t = translate(lang)
        return t("Play what is the only choice")

    def about(self, lang: str) -> str:
        t = translate(lang)
        return t("Where the rules leave one choice, and all can see that, it is played for you.")

    def sentence(self, values: Values, lang: str) -> str:
        t = translate(lang)
        return t("If there is only one choice, play it.")

    def decide(self, seen: Seen, values: Values) -> Decision:
        legal = seen.state.legal_actions()
        if len(legal) != 1 or len(seen.state.observe(CHANCE).legal_actions()) != 1:
            return None
        return Play(legal[0])
