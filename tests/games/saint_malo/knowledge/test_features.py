"""The features of a city have one number and one name each."""

from citywright.game_parts import learned_weights
from citywright.games.saint_malo import GAME
from citywright.games.saint_malo.knowledge import features

NOT_FEATURES = {"COUNT", "FIRST_OF_COINS", "FIRST_OF_PIRATES", "FIRST_OF_PIECES"}


def test_numbers_and_names_agree():
    numbers = {
        name: value for name, value in vars(features).items() if isinstance(value, int) and name.isupper()
    }
    by_name = {name: value for name, value in numbers.items() if name not in NOT_FEATURES}
    assert sorted(by_name.values()) == list(range(features.COUNT))
    assert {features.NAMES[value]: value for value in by_name.values()} == {
        name.lower().replace("_", " "): value for name, value in by_name.items()
    }


def test_every_feature_has_its_weights():
    assert list(learned_weights(GAME)["city"]) == features.NAMES
    assert set(learned_weights(GAME)["duel"]) == {*features.NAMES, "envy"}
