"""`citywright doctor`: looks at a host's set-up and says what to do. Takes the options of `serve`."""

from __future__ import annotations

import argparse
import json

import msgspec

from citywright.cli import serve
from citywright.cli.errors import CheckFailed
from citywright.cli.options import add_json
from citywright.server.operations.doctor import examine
from citywright.server.operations.findings import PROBLEM, WARNING, SetUp


def add_arguments(parser: argparse.ArgumentParser) -> None:
    serve.add_arguments(parser)
    parser.add_argument(
        "--viewers", type=int, default=1000, metavar="N", help="pages open at the same time (default: 1000)"
    )
    parser.add_argument(
        "--try-mail", action="store_true", help="connect to the mail server, too; no mail is sent"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    set_up = SetUp(settings=serve.settings_of(args), viewers=args.viewers, tries_mail=args.try_mail)
    findings = examine(set_up)
    problems = sum(finding.level == PROBLEM for finding in findings)
    warnings = sum(finding.level == WARNING for finding in findings)
    if args.json:
        found = {"findings": findings, "problems": problems, "warnings": warnings}
        print(json.dumps(msgspec.to_builtins(found), ensure_ascii=False))
    else:
        for finding in findings:
            print(f"{finding.level:8} {finding.about}: {finding.said}")
            if finding.advice:
                print(f"{'':8}   → {finding.advice}")
    if problems:
        raise CheckFailed(f"{problems} problems and {warnings} warnings were found")
