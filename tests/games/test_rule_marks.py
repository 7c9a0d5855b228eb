"""Which rules say that they are rulings or reconstructions: the same in every language, and no others."""

import re

import pytest

from citywright.catalogue import games

MARKS = {"en": ("Ruling", "Reconstruction"), "de": ("Auslegung", "Rekonstruktion")}
EXAMPLE = {"en": "Example", "de": "Beispiel"}  # how worked examples begin; they explain themselves
# by game: the rules that the printed ones leave open, and those that tell what is printed on board and pieces
RULINGS = {
    "saint-malo": "SM-7 SM-23 SM-33 SM-34 SM-43 SM-47 SM-60",
    "mauerbauer": "MB-11 MB-17 MB-24 MB-32 MB-33 MB-35 MB-40 MB-41 MB-42 MB-75",
    "milestones": "MS-2 MS-6 MS-10 MS-11 MS-12 MS-32 MS-34 MS-40 MS-50 MS-51 MS-61 MS-71 MS-81",
}
RECONSTRUCTIONS = {
    "saint-malo": "SM-4 SM-6",
    "mauerbauer": "MB-1 MB-2 MB-3 MB-4",
    "milestones": "MS-2 MS-3",
}
TIES = {"saint-malo": "SM-63", "mauerbauer": "MB-43", "milestones": "MS-83"}
LIMITS = {"saint-malo": "SM-7", "mauerbauer": "MB-1", "milestones": "MS-44"}
CASES = [(game_id, language) for game_id in games() for language in MARKS]


def rules_of(game_id: str, language: str) -> dict[str, str]:
    return dict(re.findall(r"(?m)^- \*\*([A-Z]+-X?\d+)\*\* (.*)$", games()[game_id].rules(language)))


def marked(game_id: str, language: str, mark: str) -> str:
    return " ".join(id_ for id_, text in rules_of(game_id, language).items() if f"*{mark}:*" in text)


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_rules_carry_their_marks(game_id, language):
    ruling, reconstruction = MARKS[language]
    assert marked(game_id, language, ruling) == RULINGS[game_id]
    assert marked(game_id, language, reconstruction) == RECONSTRUCTIONS[game_id]


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_the_marks_are_explained_first_and_there_are_no_others(game_id, language):
    text = games()[game_id].rules(language)
    heading = text.split("\n## ")[0]
    assert all(f"*{mark}*" in heading for mark in MARKS[language])
    assert set(re.findall(r"\*([^*\s]+):\*", text)) == {*MARKS[language], EXAMPLE[language]}


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_worked_examples_and_nothing_else_are_called_so(game_id, language):
    called = marked(game_id, language, EXAMPLE[language]).split()
    assert called == [id_ for id_ in rules_of(game_id, language) if "-X" in id_]


def stated(game_id: str, language: str, rule_id: str) -> str:
    """What a rule says before it comes to a ruling or a reconstruction."""
    return re.split(r"\*(?:{}):\*".format("|".join(MARKS[language])), rules_of(game_id, language)[rule_id])[0]


@pytest.mark.parametrize(
    ("rule_id", "english", "german"),
    [
        ("MS-2", "three", "drei"),  # bonus tiles of each kind
        ("MS-3", "1 to 5", "1 bis 5"),
        ("MS-6", "upright", "aufrecht"),
        ("MS-32", "upright", "aufrecht"),
        ("SM-4", "b2", "b2"),
        ("SM-6", "b1 to f1", "b1 bis f1"),
        ("MB-1", "12", "12"),
        ("MB-1", "yellow", "Gelb"),
        ("MB-2", "two faces", "zweimal"),
    ],
)
def test_what_the_printed_rules_do_not_say_is_not_told_as_theirs(rule_id, english, german):
    game_id = next(name for name in games() if rule_id in rules_of(name, "en"))
    for language, words in (("en", english), ("de", german)):
        assert words in rules_of(game_id, language)[rule_id]
        assert words not in stated(game_id, language, rule_id)


@pytest.mark.parametrize(
    ("rule_id", "english", "german"),
    [
        ("MS-81", "second move", "zweiten Bewegung"),
        ("SM-33", "before you draw the walls", "bevor du die übrigen Mauern"),
        ("SM-43", "may touch earlier houses and architects", "dürfen frühere Häuser und Baumeister berühren"),
        ("MB-16", "choose the side", "auf welche Seite"),
        ("MB-22", "placed first", "vorher gesetzt"),
    ],
)
def test_what_the_printed_rules_say_is_told_as_theirs(rule_id, english, german):
    game_id = next(name for name in games() if rule_id in rules_of(name, "en"))
    for language, words in (("en", english), ("de", german)):
        assert words in stated(game_id, language, rule_id)


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_the_short_rules_tell_ties_and_limits(game_id, language):
    short = games()[game_id].short_rules(language)
    for rule_id in (TIES[game_id], LIMITS[game_id]):
        assert re.search(rf"\b{rule_id}\b", short), rule_id
    assert ("shared" if language == "en" else "geteilt") in short.rpartition("**")[2]


def test_ms_51_the_short_rules_let_a_milestone_leave_the_tile_but_no_house():
    short = {language: games()["milestones"].short_rules(language) for language in MARKS}
    assert "you may take it, and if you build a house on the plot you must" in short["en"]
    assert "darfst du es nehmen; baust du ein Haus hinein, musst du" in short["de"]
