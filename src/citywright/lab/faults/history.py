"""What everybody did and was told, and what the database has committed: the data the checker judges."""

from __future__ import annotations

from pathlib import Path

import msgspec

At = tuple[int, int]  # epoch and ply: the name of a position

DONE = "done"  # acknowledged: it must stand
REFUSED = "refused"  # the answer says that nothing was changed
UNKNOWN = "unknown"  # no answer came: it may stand or not
PLAY = "play"
UNDO = "undo"
SPECTATOR = -1

PAGE = "page"  # frames of a live page; what it knows of a ply is a digest of its log
STREAM = "stream"  # events of a program's stream
RECORD = "record"  # a downloaded record: words without an epoch
GLANCE = "glance"  # any answer that names a position and no more


class Attempt(msgspec.Struct):
    """Somebody tried to change a table."""

    client: str
    node: int
    table: str
    seat: int
    do: str
    at: At  # the position it was meant for
    words: str
    called: float
    returned: float = 0.0
    outcome: str = UNKNOWN
    code: str = ""  # of a refusal
    after: At | None = None  # the position that was answered


class Seen(msgspec.Struct):
    """Somebody was shown a position."""

    client: str
    connection: int  # one client numbers its connections
    node: int
    table: str
    way: str
    viewpoint: int  # a seat, or SPECTATOR
    epoch: int | None  # None: the way does not tell
    ply: int
    called: float  # when it was asked for; of a frame that came unasked, when its connection was opened
    returned: float
    asked: bool  # an answer to `called`: it must not be older than what was known then
    over: bool = False
    since: int = 0  # the first ply of `plies`
    plies: list[str] = []


class Told(msgspec.Struct):
    """Something nobody may be sent: which kind of violation it is, and what was found."""

    kind: str
    client: str
    table: str
    when: float
    what: str


class Move(msgspec.Struct):
    """A committed ply: by whom, its full words, and what each viewpoint may know of it."""

    actor: int
    words: str
    epoch: int
    ply: int
    seen: list[str]  # with the actor's letter; first as a spectator sees it, then each seat


class Version(msgspec.Struct):
    """The table after one commit. `written`: not before this moment."""

    at: At
    written: float


class Truth(msgspec.Struct):
    """What the database has committed at one table, in order."""

    table: str
    bots: list[int]  # seats where no client plays
    moves: list[Move]
    lines: dict[int, list[int]]  # epoch -> its plies at its end, as numbers of `moves`
    versions: list[Version]
    rows: list[str]  # the table's rows as they are at the end, with the actor's letter
    problem: str = ""  # why what was committed cannot be played, if it cannot


class Closing(msgspec.Struct):
    """What one client was shown last, after everything was mended and play had stopped."""

    client: str
    table: str
    at: At | None  # None: it could not be reached
    seconds: float  # after play had stopped


class History(msgspec.Struct):
    """Everything about the tables of one round."""

    attempts: list[Attempt] = []
    seen: list[Seen] = []
    told: list[Told] = []
    truths: list[Truth] = []
    closing: list[Closing] = []

    def save(self, path: Path) -> None:
        """Write everything into a file, to be looked at later."""
        path.write_bytes(msgspec.json.encode(self))


def load_history(path: Path) -> History:
    """A history that was saved."""
    return msgspec.json.decode(path.read_bytes(), type=History)
