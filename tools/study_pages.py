"""Writes the pages of the studies from their notebooks: runs those that changed, and keeps their pictures.

`python tools/study_pages.py` writes docs/studies/NAME.md and index.md. Notebooks are kept without outputs; a
page says by a fingerprint from which notebook and data it was made, and a test fails when it is older.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
STUDIES = ROOT / "docs" / "studies"
DATA = STUDIES / "data"
IMAGES = STUDIES / "images"
PACKAGE = ROOT / "src" / "citywright" / "lab" / "studies"
MARK = re.compile(r"fingerprint ([0-9a-f]{16})")
INDEX = "index.md"
QUIET = ["--log-level=ERROR"]  # it would warn of its own connections, which stay on this machine
SECONDS = 300  # the most one cell may take
INTRODUCTION = """<!-- Made by tools/study_pages.py -->

# Studies

What the engine says about the games themselves. Each study is data made by a command, with how and with what
it was made written inside, and a notebook that plots it; both are tested. To make one again, or with more
games:

```
pip install '.[studies]'
python -m citywright.lab.studies seats --games 1500 --seed 1 --out docs/studies/data
python tools/study_pages.py
```

A study that is stopped goes on where it was. `--jobs 8` plays in eight processes, `--cluster ADDRESS` on the
machines of a Ray cluster, `--keep` leaves a file with a row for every game. The same command gives the same
data again, wherever it is played. All players are bots: what is said here is true of them."""


def names() -> list[str]:
    """The studies, in the order of the site."""
    from citywright.lab.studies.names import STUDIES as ALL

    return list(ALL)


def fingerprint(name: str) -> str:
    """What a page is made from: the cells of the notebook, the data, and the look of plots and words."""
    cells = [cell["source"] for cell in read_notebook(name)["cells"]]
    known = hashlib.sha256(json.dumps(cells).encode())
    for path in (DATA / f"{name}.json", PACKAGE / "plots.py", PACKAGE / "words.py", PACKAGE / f"{name}.py"):
        known.update(path.read_bytes())
    return known.hexdigest()[:16]


def read_notebook(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((STUDIES / f"{name}.ipynb").read_text(encoding="utf-8"))
    return content


def is_fresh(name: str) -> bool:
    """Was the page made from what is there now?"""
    page = STUDIES / f"{name}.md"
    found = MARK.search(page.read_text(encoding="utf-8")) if page.exists() else None
    return found is not None and found[1] == fingerprint(name)


def run_notebook(name: str, data: Path = DATA) -> Any:
    """The notebook with its outputs. Nothing is written."""
    import nbformat
    from nbclient import NotebookClient

    import citywright
    from citywright.lab.studies.names import FOLDER

    text = (STUDIES / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    package = str(Path(citywright.__file__).parents[1])  # the kernel shall import what we import
    environment = dict(os.environ) | {FOLDER: str(data), "PYTHONPATH": package}
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", extra_arguments=QUIET)
    client.execute(cwd=str(STUDIES), env=environment)
    return notebook


def page_of(name: str, notebook: Any) -> tuple[str, dict[str, str]]:
    """A notebook that was run as Markdown, and its pictures by file name."""
    parts = [f"<!-- Made by tools/study_pages.py from {name}.ipynb: fingerprint {fingerprint(name)} -->"]
    pictures: dict[str, str] = {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        for output in cell.outputs:
            shown = output.get("data", {})
            if "image/svg+xml" in shown:
                file = f"{name}-{len(pictures) + 1}.svg"
                pictures[file] = "".join(shown["image/svg+xml"])
                words = output["metadata"]["image/svg+xml"]["alt"]
                parts.append(f"![{words}](images/{file})")
            elif "text/markdown" in shown:
                parts.append("".join(shown["text/markdown"]))
    parts.append(
        f"[The notebook]({name}.ipynb) has the code of the plots, [the data](data/{name}.json) all figures."
    )
    return "\n\n".join(parts) + "\n", pictures


def index_page() -> str:
    """The page that leads to all of them: of each the question, the finding and the first picture."""
    from citywright.lab.studies.names import find_study, load

    parts = [INTRODUCTION]
    for name in names():
        study, picture = find_study(name), f"images/{name}-1.svg"
        words = re.search(
            rf"!\[([^\]]*)\]\({picture}\)", (STUDIES / f"{name}.md").read_text(encoding="utf-8")
        )
        parts += [
            f"## [{study.TITLE}]({name}.md)",
            study.QUESTION,
            load(name, DATA).finding,
            f"[![{words[1] if words else study.TITLE}]({picture})]({name}.md)",
        ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write what is older than its notebook or data."""
    IMAGES.mkdir(exist_ok=True)
    for name in names():
        if is_fresh(name):
            continue
        print(f"running {name}.ipynb", file=sys.stderr)
        text, pictures = page_of(name, run_notebook(name))
        for old in IMAGES.glob(f"{name}-*.svg"):
            old.unlink()
        for file, picture in pictures.items():
            (IMAGES / file).write_text(picture, encoding="utf-8")
        (STUDIES / f"{name}.md").write_text(text, encoding="utf-8")
    (STUDIES / INDEX).write_text(index_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
