"""Which studies there are, and where their data is."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final, NamedTuple

from citywright.lab.studies import boards, length, luck, seats, values
from citywright.lab.studies.words import Words
from citywright.lab.studies.work import Figures, Study, StudyError

STUDIES: Final[dict[str, Study]] = {study.NAME: study for study in (seats, values, length, luck, boards)}
FOLDER: Final = "CITYWRIGHT_STUDY_DATA"  # an environment variable: the folder notebooks read
FIELDS: Final = ("study", "command", "games", "seed", "citywright", "rules", "python", "numpy", "figures")


class Data(NamedTuple):
    """The data of a study."""

    about: dict[str, Any]
    figures: Figures
    finding: Words

    def of(self, **wanted: Any) -> Figures:
        """The entries that have all these values."""
        return [one for one in self.figures if all(one.get(name) == value for name, value in wanted.items())]


def find_study(name: str) -> Study:
    """A study by its name; StudyError if there is none."""
    if name not in STUDIES:
        raise StudyError(f"there is no study {name!r}; there are {', '.join(STUDIES)}")
    return STUDIES[name]


def load(name: str, folder: Path | None = None) -> Data:
    """The data of a study; without a folder, of the one a notebook is run for: `data` beside it."""
    study = find_study(name)
    path = (folder or Path(os.environ.get(FOLDER, "data"))) / f"{name}.json"
    if not path.is_file():
        raise StudyError(f"{path} is missing; `python -m citywright.lab.studies {name}` makes it")
    content = json.loads(path.read_text(encoding="utf-8"))
    missing = [field for field in FIELDS if field not in content]
    if missing or content["study"] != name:
        raise StudyError(f"{path} is no data of the study {name}: {', '.join(missing) or 'another name'}")
    figures = content.pop("figures")
    return Data(content, figures, Words(_warning(study, content["games"]) + study.finding(figures)))


def _warning(study: Study, games: int) -> str:
    """What stands before a finding that rests on fewer games than the study asks for."""
    if games >= study.GAMES:
        return ""
    return (
        f"**A trial, not a result**: {games} games of each kind, where the study asks for {study.GAMES}.\n\n"
    )
