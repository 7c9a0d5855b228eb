"""Attacks a server of its own for a while and judges it: `python -m citywright.lab.hostile --seconds 600`.

No answer may be 5xx, nothing may be logged as an error, no move of the people who play meanwhile may take
longer than 250 ms, and memory must stay within its limit. Everything happens on the loopback network.
"""

from __future__ import annotations

import argparse
import json
import sys

import msgspec

from citywright.lab.hostile.bench import Plan, run_bench


def main(arguments: list[str] | None = None) -> int:
    """Run the bench; 1 if something must not be."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m citywright.lab.hostile", description=__doc__)
    add = parser.add_argument
    add("--seconds", type=float, default=usual.seconds, metavar="S", help="default: 600")
    add("--seed", type=int, default=usual.seed, metavar="N", help="the same seed, the same requests")
    add("--tables", type=int, default=usual.tables, metavar="N", help="two people play at each (default: 6)")
    add("--attackers", type=int, default=usual.attackers, metavar="N", help="default: 8")
    add("--rate", type=float, default=usual.rate, metavar="R", help="of all attackers, a second; 0: no limit")
    add("--database", default="", metavar="URL", help="default: SQLite in a temporary folder")
    add("--memory", type=float, default=usual.most_mb, metavar="MB", help="the most the server may use")
    add("--no-times", action="store_true", help="do not judge how long moves took: the machine is shared")
    add("--json", action="store_true", help="print one JSON object and nothing else")
    args = parser.parse_args(arguments)
    plan = Plan(
        seconds=args.seconds,
        seed=args.seed,
        tables=args.tables,
        attackers=args.attackers,
        rate=args.rate,
        database=args.database,
        most_mb=args.memory,
    )
    report = run_bench(plan)
    problems = report.problems(plan, judge_times=not args.no_times)
    if args.json:
        print(json.dumps(msgspec.to_builtins(report) | {"problems": problems}, ensure_ascii=False))
    else:
        for name, value in msgspec.to_builtins(report).items():
            if not isinstance(value, list):
                print(f"{name.replace('_', ' '):18} {value!r}")
        for it in report.failures:
            print(f"\n{it.status} by attacker {it.seed}, request {it.number}:\n{it.request!r}")
        for place in report.stood_still:
            print(f"stood still {place}")
        for error in report.errors_logged:
            print(f"\nlogged: {error}")
    for problem in problems:
        print(f"hostile: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
