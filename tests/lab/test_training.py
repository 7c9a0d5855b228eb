"""Training: the regression finds known weights, and weights are written as they are read."""

import tomllib

from citywright.catalogue import games
from citywright.engine.rng import Rng
from citywright.game_parts import knowledge_of, learned_weights
from citywright.lab.regression import Regression
from citywright.lab.training import format_weights

TABLES = {"saint-malo": "city", "mauerbauer": "cards", "milestones": "board"}


def test_regression_finds_the_weights():
    rng = Rng(1)
    regression = Regression(3)
    for _ in range(300):
        row = [1.0, rng.unit(), rng.unit() * 4]
        regression.add(row, 2.0 - 3.0 * row[1] + 0.5 * row[2])
    weights = regression.solve(1e-6, [0.0] * 3)
    assert all(abs(found - wanted) < 1e-3 for found, wanted in zip(weights, [2.0, -3.0, 0.5], strict=True))


def test_a_feature_never_seen_keeps_its_weight():
    regression = Regression(2)
    for number in range(50):
        regression.add([float(number), 0.0], 3.0 * number)
    weights = regression.solve(1.0, [0.0, 7.0])
    assert abs(weights[0] - 3.0) < 0.1
    assert weights[1] == 7.0


def test_every_feature_has_its_pair_of_weights():
    for game in games().values():
        assert all(len(row) == 2 for row in learned_weights(game)[TABLES[game.id]].values())
        state = game.new_state(2, 0, game.default_layout)
        knowledge = knowledge_of(game)
        assert len(knowledge.features(state, 0)) == len(learned_weights(game)[TABLES[game.id]])


def test_weights_are_written_as_they_are_read():
    weights = {"city": {"one": [1.5, -0.25], "two words": [0.0, 3.0]}}
    text = format_weights(weights, "Made here.\nBy hand.")
    assert text.startswith("# Made here.\n# By hand.\n")
    assert tomllib.loads(text) == weights
