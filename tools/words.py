"""Brings all catalogues in line with the words of the source: python3 tools/words.py

New words are added empty, unused ones dropped. Ends with status 1 while something is to be translated.
"""

import sys
from pathlib import Path

if __name__ == "__main__":  # whoever imports this has chosen a citywright already
    sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from citywright.text import LANGUAGES
from citywright.text.collect import packages, update


def main() -> int:
    """Update every catalogue and say what is left to do."""
    if sys.argv[1:]:
        print(__doc__)
        return 2
    left = 0
    for lang in LANGUAGES[1:]:
        for package in packages():
            empty = update(package, lang)
            print(f"{package} {lang}: {empty or 'nothing'} to translate")
            left += empty
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
