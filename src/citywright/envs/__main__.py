"""`python -m citywright.envs GAME`: what an observation of a game holds and which actions there are."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from citywright.envs.arguments import check_seats, find_any_game, make_encoder, read_layout


def described(game_name: str, seats: int | None, layout: Path | None) -> dict[str, Any]:
    """The fields and actions of a game as plain data."""
    game = find_any_game(game_name)
    seats = check_seats(game, game.min_seats if seats is None else seats)
    encoder = make_encoder(game, seats, read_layout(game, layout))
    fields = [{**field._asdict(), "size": field.size()} for field in encoder.fields]
    return {
        "game": game.id,
        "seats": seats,
        "version": int(encoder.version),
        "size": int(encoder.size),
        "fields": fields,
        "actions": [game.format_action(int(code)) for code in encoder.codes],
    }


def lines_of(about: dict[str, Any]) -> list[str]:
    """The same as tables of Markdown."""
    title = f"{about['game']}, {about['seats']} seats, version {about['version']}"
    lines = [
        f"{title}: observations of {about['size']} numbers",
        "",
        "| from | field | shape | numbers | what it is |",
        "|---|---|---|---|---|",
    ]
    start = 0
    for field in about["fields"]:
        shape = " × ".join(map(str, field["shape"])) or "1"
        numbers = f"{field['low']} to {field['high']}"
        labels = f": {', '.join(field['labels'])}" if field["labels"] else ""
        lines.append(f"| {start} | {field['name']} | {shape} | {numbers} | {field['about']}{labels} |")
        start += field["size"]
    lines += ["", f"{len(about['actions'])} actions", "", "| index | action |", "|---|---|"]
    lines += [f"| {index} | {words} |" for index, words in enumerate(about["actions"])]
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Print it; 2 if it was asked for wrongly."""
    parser = argparse.ArgumentParser(prog="python -m citywright.envs", description=__doc__)
    parser.add_argument("game", metavar="GAME", help="id of a game, see `citywright games`")
    parser.add_argument("--players", type=int, metavar="N", help="how many seats (default: the fewest)")
    parser.add_argument("--layout", type=Path, metavar="FILE", help="on the board this file describes")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    args = parser.parse_args(arguments)
    try:
        about = described(args.game, args.players, args.layout)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(about, ensure_ascii=False) if args.json else "\n".join(lines_of(about)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
