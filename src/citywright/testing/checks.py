"""The single checks of the conformance suite, each a function of a game, a number of seats and a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from citywright.engine.game import Game
from citywright.engine.rng import Rng
from citywright.engine.state import CHANCE, LOT, OVER, State
from citywright.match.dealer import Dealer
from citywright.match.match import Match
from citywright.match.record import format_record, parse_record
from citywright.match.replay import verify
from citywright.testing.fields import check_copies, check_fields
from citywright.testing.invariants import apply_traced, check_game

Check = Callable[[Game, int, int], None]

SOME = 40  # how many positions of a game the slow checks look at


def positions(game: Game, seats: int, seed: int, policy: str) -> Iterator[State]:
    """The positions of one game, each before its action is applied."""
    player = game.policy(policy)
    state = game.new_state(seats, LOT, game.default_layout)
    rng, decisions = Rng(seed), 0
    while state.actor() != OVER and decisions < game.ply_limit:
        yield state
        actor = state.actor()
        if actor == CHANCE:
            state.apply(state.sample_chance(rng))
        else:
            state.apply(player.choose(state.observe(actor), rng))
            decisions += 1


def some_positions(game: Game, seats: int, seed: int) -> list[State]:
    """Copies of positions spread over a game of each policy."""
    spread = []
    for policy in game.policy_names():
        copies = [state.clone() for state in positions(game, seats, seed, policy)]
        spread += copies[:: max(1, len(copies) // SOME)]
    return spread


def check_setup_is_deterministic(game: Game, seats: int, seed: int) -> None:
    """The same seats, start and layout give the same state; a given start leaves chance no lot to draw."""
    for start in (LOT, seed % seats):
        first = game.new_state(seats, start, game.default_layout)
        second = game.new_state(seats, start, game.default_layout)
        assert first.snapshot() == second.snapshot()
        assert first.seats() == seats


def check_invariants(game: Game, seats: int, seed: int) -> None:
    """Whole games of every policy: legal lists, conservation, points, secrets, replay, the end."""
    for policy in game.policy_names():
        check_game(game, seats, [game.policy(policy)] * seats, seed)


def check_every_legal_action_applies(game: Game, seats: int, seed: int) -> None:
    """Each applies to a copy without touching the original; the order of the list is pinned."""
    for state in some_positions(game, seats, seed):
        if state.actor() < 0:
            continue
        before = state.snapshot()
        legal = state.legal_actions()
        for code in legal:
            trial = state.clone()
            trial.apply(code)
            assert trial.snapshot() != before, f"{game.format_action(code)} changes nothing"
        assert state.snapshot() == before, "applying to a copy touched the original"
        assert state.legal_actions() == legal


def check_old_states_stay(game: Game, seats: int, seed: int) -> None:
    """Copies kept through a whole game never change: nothing is shared with the state that went on."""
    kept: list[tuple[State, list[int]]] = []
    for policy in game.policy_names():
        for state in positions(game, seats, seed, policy):
            if len(kept) < 400:
                kept.append((state.clone(), state.snapshot()))
    for copy, snapshot in kept:
        assert copy.snapshot() == snapshot


def check_notation(game: Game, seats: int, seed: int) -> None:
    """Words and codes round-trip and are unique; they fit in a record's line."""
    words: dict[str, int] = {}
    for state in some_positions(game, seats, seed):
        codes = state.legal_actions() if state.actor() >= 0 else [code for code, _ in state.chance_outcomes()]
        for code in codes[:: 1 + len(codes) // 200]:
            text = game.format_action(code)
            assert game.parse_action(text) == code, text
            assert words.setdefault(text, code) == code, text
            assert text == " ".join(text.split()), f"{text!r} has odd spaces"
            assert not set("#;[]|") & set(text), f"{text!r} has a character of the record's own"


def check_chance(game: Game, seats: int, seed: int) -> None:
    """Weights are positive and sum to one; tickets draw the outcomes; each applies."""
    for state in some_positions(game, seats, seed):
        if state.actor() != CHANCE:
            continue
        outcomes = state.chance_outcomes()
        codes = [code for code, _ in outcomes]
        assert len(set(codes)) == len(codes)
        total = state.chance_total()
        assert sum(Fraction(weight, total) for _, weight in outcomes) == 1
        assert all(weight > 0 for _, weight in outcomes)
        assert all(state.is_outcome(code) for code in (codes[0], codes[-1]))
        assert not any(state.is_outcome(code) for code in (-1, max(codes) + 1))
        rng = Rng(seed)
        assert all(state.sample_chance(rng) in codes for _ in range(20))
        for code in codes[:50]:
            trial = state.clone()
            trial.apply(code)


def check_random_action_is_legal(game: Game, seats: int, seed: int) -> None:
    """The fast random action is one of the list, and reaches all of a short list."""
    rng = Rng(seed)
    for state in some_positions(game, seats, seed):
        if state.actor() < 0:
            continue
        legal = state.legal_actions()
        drawn = {state.random_action(rng) for _ in range(40 * min(len(legal), 6))}
        assert drawn <= set(legal)
        if len(legal) <= 6:
            assert drawn == set(legal)


def check_one_seed_one_game(game: Game, seats: int, seed: int) -> None:
    """Playouts are repeatable and end where single steps end."""
    fast = game.new_state(seats, LOT, game.default_layout)
    slow = fast.clone()
    decisions = fast.playout(Rng(seed), game.ply_limit)
    rng, count = Rng(seed), 0
    while slow.actor() != OVER and count < game.ply_limit:
        if slow.actor() == CHANCE:
            slow.apply(slow.sample_chance(rng))
        else:
            slow.apply(slow.random_action(rng))
            count += 1
    assert (fast.snapshot(), decisions) == (slow.snapshot(), count)


def check_observations_move_forward(game: Game, seats: int, seed: int) -> None:
    """Redacted codes applied to an observation give the observation of what really happened."""
    for policy in game.policy_names():
        player, rng = game.policy(policy), Rng(seed)
        state = game.new_state(seats, LOT, game.default_layout)
        observations = [state.observe(seat) for seat in range(CHANCE, seats)]
        steps = 0
        while state.actor() != OVER and steps < 2000:
            actor = state.actor()
            if actor == CHANCE:
                code = state.sample_chance(rng)
            else:
                code = player.choose(state.observe(actor), rng)
            for viewer in range(CHANCE, seats):
                observations[viewer + 1].apply(state.redact(code, viewer))
            state.apply(code)
            steps += 1
            for viewer in range(CHANCE, seats):
                assert observations[viewer + 1].snapshot() == state.observe(viewer).snapshot(), (
                    f"viewer {viewer}"
                )


def check_observations_leave_possible_what_is(game: Game, seats: int, seed: int) -> None:
    """Whatever a seat may do is possible in the eyes of everybody."""
    for state in some_positions(game, seats, seed):
        if state.actor() >= 0:
            legal = set(state.legal_actions())
            for viewer in range(CHANCE, seats):
                assert legal <= set(state.observe(viewer).legal_actions()), f"viewer {viewer}"


def played_match(game: Game, seats: int, seed: int, plies: int | None = None) -> Match:
    """A match played by the game's most sensible policy."""
    match = Match(game, seats, dealer=Dealer.seeded(seed))
    player, rng = game.policy(game.policy_names()[-1]), Rng(seed)
    while match.actor >= 0 and (plies is None or match.ply < plies):
        match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
    return match


def check_replay(game: Game, seats: int, seed: int) -> None:
    """A record verifies, and its replay has the same states and events."""
    match = played_match(game, seats, seed)
    again = verify(parse_record(format_record(match)), game=game)
    assert again.state.snapshot() == match.state.snapshot()
    assert [ply.events for ply in again.plies] == [ply.events for ply in match.plies]
    totals = [sum(sources.values()) for sources in match.score_sheet()]
    assert totals == match.state.scores()


def check_undo(game: Game, seats: int, seed: int) -> None:
    """Undo to a ply equals a replay to that ply, and the turn can be played again."""
    match = Match(game, seats, dealer=Dealer.seeded(seed))
    player, rng = game.policy(game.policy_names()[-1]), Rng(seed)
    undone = 0
    while match.actor >= 0 and undone < SOME and match.ply < 3000:
        seat = match.actor
        match.play(seat, player.choose(match.state.observe(seat), rng))
        if match.actor >= 0 and match.can_undo(match.actor):
            match.undo(match.actor)
            expected = game.new_state(seats, LOT, game.default_layout)
            for ply in match.plies:
                expected.apply(ply.code)
            assert match.state.snapshot() == expected.snapshot()
            match.play(match.actor, player.choose(match.state.observe(match.actor), rng))
            undone += 1


def check_views(game: Game, seats: int, seed: int) -> None:
    """Every viewer has a view; the actor's lists exactly its legal actions, others' list none."""
    for state in some_positions(game, seats, seed):
        for seat in range(CHANCE, seats):
            view = game.view(state, seat)
            expected = []
            if state.actor() == seat >= 0:
                expected = [game.format_action(code) for code in state.legal_actions()]
            assert [choice.action for choice in view.choices] == expected
            assert view.scores == state.scores()


def check_views_keep_secrets(game: Game, seats: int, seed: int) -> None:
    """A view does not change when only what others hold in secret changes."""
    if not game.has_secrets:
        return
    rng = Rng(seed)
    for state in some_positions(game, seats, seed):
        for seat in range(CHANCE, seats):
            guess = state.observe(seat).imagine(rng)
            assert game.view(guess, seat) == game.view(state, seat)
            assert game.view(state.observe(seat), seat) == game.view(state, seat)


def check_tracing_changes_nothing(game: Game, seats: int, seed: int) -> None:
    """With events or without, the same states."""
    for state in some_positions(game, seats, seed):
        codes = state.legal_actions() if state.actor() >= 0 else [code for code, _ in state.chance_outcomes()]
        for code in codes[:10]:
            silent, traced = state.clone(), state.clone()
            silent.apply(code)
            apply_traced(traced, code, [0] * seats)
            assert silent.snapshot() == traced.snapshot()


def check_clone_and_snapshot(game: Game, seats: int, seed: int) -> None:
    """Clone carries over every field and shares none that can change; snapshot tells every field."""
    for state in some_positions(game, seats, seed)[::8]:
        check_fields(state)
        check_copies(state)


CHECKS: list[Check] = [
    check_clone_and_snapshot,
    check_setup_is_deterministic,
    check_invariants,
    check_every_legal_action_applies,
    check_old_states_stay,
    check_notation,
    check_chance,
    check_random_action_is_legal,
    check_one_seed_one_game,
    check_observations_move_forward,
    check_observations_leave_possible_what_is,
    check_replay,
    check_undo,
    check_views,
    check_views_keep_secrets,
    check_tracing_changes_nothing,
]
