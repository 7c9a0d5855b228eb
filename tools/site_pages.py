"""The pages of the site that are kept outside docs/: README, CONTRIBUTING and CHANGELOG."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
LINK = re.compile(r"(\]\()([^)#\s]+)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds the pages, and the licence as a file."""
    for source, target in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=LINK.sub(_moved, text)))
    files.append(File.generated(config, "LICENSE.txt", abs_src_path=str(ROOT / "LICENSE")))
    files.append(
        File.generated(
            config,
            "images/icon.svg",
            abs_src_path=str(ROOT / "src" / "citywright" / "web" / "static" / "icon.svg"),
        )
    )
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Links from docs/ to a page of the root lead to its copy."""
    return LINK.sub(lambda link: link[1] + _copy_of(link[2]), markdown)


def _moved(link: re.Match[str]) -> str:
    """A link of a page of the root, as it must be in docs/."""
    return link[1] + PAGES.get(link[2], link[2].removeprefix("docs/").replace("LICENSE", "LICENSE.txt"))


def _copy_of(target: str) -> str:
    return PAGES.get(target.removeprefix("../"), target) if target.startswith("../") else target
