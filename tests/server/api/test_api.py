"""The API: by its client, by the examples of its document, and by everything Schemathesis can think of."""

from __future__ import annotations

import json
import random
import re
import shlex
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from citywright.client import Client, Refused
from citywright.match.record import parse_record
from citywright.match.replay import verify
from citywright.server.load.page_client import Guest
from citywright.server.tables.subscriptions import Change
from tests.server.players_at_tables import make_token, table_of_two
from tests.server.server_process import ServerProcess
from tests.server.server_thread import ServerThread, serving

DOCS = Path(__file__).parents[3] / "docs"
DOCUMENT = DOCS / "api.md"
TEXT = "".join((DOCS / name).read_text(encoding="utf-8") for name in ("api.md", "dice.md"))
EXAMPLES = re.findall(r"^```(python|sh)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("api"), limits=0) as inside:
        yield inside


@pytest.mark.parametrize(("language", "source"), EXAMPLES, ids=[f"example {n}" for n in range(len(EXAMPLES))])
def test_examples_of_the_document_run(server: ServerThread, language: str, source: str) -> None:
    names = {
        "server": server.base,
        "token": make_token(Guest(server.base)),
        "other_token": make_token(Guest(server.base)),
    }
    if language == "python":
        exec(compile(source, str(DOCUMENT), "exec"), names)
        return
    for command in source.replace("\\\n", " ").strip().splitlines():
        filled = command.replace("$SERVER", names["server"]).replace("$TOKEN", names["token"])
        done = subprocess.run([*shlex.split(filled), "--fail"], capture_output=True, text=True, check=True)
        assert '"saint-malo"' in done.stdout


def test_a_whole_game_by_two_programs(server: ServerThread) -> None:
    with Client(server.base, make_token(Guest(server.base))) as anke:
        ben = Client(server.base, make_token(Guest(server.base)))
        table = anke.make_table("mauerbauer", ["me", "open"], start="A", pace=86400)
        ben.join(table["id"], table["seats"][1]["invitation"])
        heard: list[str] = []
        watcher = threading.Thread(
            target=lambda: heard.extend(
                ply for change in Client(server.base).follow(table["id"]) for ply in change["plies"]
            ),
            daemon=True,
        )
        watcher.start()
        playing = {"A": anke, "B": ben}
        rng = random.Random(1)
        while not table["over"]:
            mine = playing[table["actor"]]
            turn = mine.actions(table["id"])
            assert turn["ply"] == table["ply"]
            other = playing["B" if table["actor"] == "A" else "A"]
            assert other.actions(table["id"])["actions"] == []
            assert mine.view(table["id"])["phase"]
            mine.play(table["id"], rng.choice(turn["actions"])["words"], turn["ply"])
            table = mine.table(table["id"])
        watcher.join(60)
        ben.close()
        record = anke.record(table["id"])
        assert verify(parse_record(record)).over
        plies = [line for line in record.splitlines() if re.match(r"[A-H*] ", line)]
        assert len(heard) == len(plies)  # the spectator heard of every ply, though not of what is secret
        assert table["secret"] in record


def test_following_outlasts_the_server(tmp_path: Path) -> None:
    """Killed and started again, with something taken back and played anew meanwhile."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'followed.sqlite3'}").start()
    anke, ben = (Client(server.base, make_token(Guest(server.base))) for _ in range(2))
    table = anke.make_table("milestones", ["me", "open"], start="A")
    table_id = table["id"]
    ben.join(table_id, table["seats"][1]["invitation"])
    following = Client(server.base).follow(table_id, patience=200)
    known: list[str] = []

    def acting() -> Client:
        return {"A": anke, "B": ben}[anke.table(table_id)["actor"]]

    def play(choice: int) -> None:
        turn = acting().actions(table_id)
        acting().play(table_id, turn["actions"][choice]["words"], turn["ply"])

    def take_back() -> bool:
        at = anke.table(table_id)
        try:
            acting().undo(table_id, at["ply"])
        except Refused:
            return False
        return True

    def hear() -> None:
        """Until everything is known as it is in the record."""
        record = anke.record(table_id)
        while known != [line for line in record.splitlines() if re.match(r"[A-H*] ", line)]:
            change = next(following)
            known[change["since"] :] = change["plies"]

    def restart() -> None:
        server.kill()
        for client in (anke, ben):
            client.close()
        server.start()

    try:
        hear()
        restart()
        play(0)
        hear()
        restart()
        while not take_back():
            play(0)
        play(-1)
        hear()
        impatient = Client(server.base).follow(table_id, patience=0.2)
        next(impatient)
    finally:
        server.stop()
        for client in (anke, ben):
            client.close()
    with pytest.raises(ConnectionError):
        next(impatient)  # nobody comes back
    with pytest.raises(ConnectionRefusedError):
        next(Client(server.base).follow(table_id))


def test_refusals_have_stable_codes(server: ServerThread) -> None:
    token = make_token(Guest(server.base))
    with (
        Client(server.base, token) as anke,
        Client(server.base, make_token(Guest(server.base))) as ben,
        Client(server.base, make_token(Guest(server.base))) as carl,
        Client(server.base) as nobody,
        Client(server.base, "cw_wrong") as impostor,
    ):
        table = anke.make_table("saint-malo", ["me", "open"], start="A")
        table_id, epoch = table["id"], table["epoch"]
        ben.join(table_id, table["seats"][1]["invitation"])
        legal = anke.actions(table_id)
        words = legal["actions"][0]["words"]
        attempts = [
            ("malformed", lambda: anke.play(table_id, "fly to the moon", legal["ply"])),
            ("malformed", lambda: anke.play(table_id, words, "now")),  # type: ignore[arg-type]
            ("malformed", lambda: anke.make_table("saint-malo", ["me"])),
            ("malformed", lambda: anke.make_table("saint-malo", ["me", "guest:somebody"])),
            ("malformed", lambda: anke.make_table("saint-malo", ["me", "open"], layout="x = 1")),
            ("unknown", lambda: anke.table("nowhere")),
            ("unknown", lambda: anke.make_table("chess", ["me", "open"])),
            ("unknown", lambda: anke.join(table_id, "nowhere")),
            ("forbidden", lambda: nobody.play(table_id, words, legal["ply"])),
            ("forbidden", lambda: impostor.table(table_id)),
            ("forbidden", lambda: anke.play(table_id, words, legal["ply"], seat="B")),
            ("forbidden", lambda: carl.join(table_id)),
            ("not your turn", lambda: ben.play(table_id, words, legal["ply"])),
            ("stale ply", lambda: anke.play(table_id, words, legal["ply"] + 1)),
            ("stale ply", lambda: anke.play(table_id, words, legal["ply"], epoch=epoch + 1)),
            ("illegal", lambda: anke.play(table_id, "pass", legal["ply"])),
            ("illegal", lambda: anke.undo(table_id, legal["ply"])),
            ("too large", lambda: anke.make_table("saint-malo", ["me", "open"], layout="#" * 70_000)),
        ]
        for code, attempt in attempts:
            with pytest.raises(Refused) as refused:
                attempt()
            assert refused.value.code == code, refused.value
        after = anke.table(table_id)
        assert (after["epoch"], after["ply"]) == (epoch, table["ply"])


def test_a_deleted_token_works_no_more(server: ServerThread) -> None:
    owner = Guest(server.base)
    token = make_token(owner)
    with Client(server.base, token) as client:
        assert client.tables() == []
        page = owner.request("GET", "/programs").text
        assert token not in page
        handle = re.search(r"/programs/([0-9a-f]{16})/delete", page)
        assert handle is not None
        Guest(server.base).request("POST", f"/programs/{handle[1]}/delete", [])
        client.tables()
        assert owner.request("POST", f"/programs/{handle[1]}/delete", []).status == 303
        with pytest.raises(Refused, match="not known"):
            client.tables()


def test_public_tables_are_listed_and_joined(server: ServerThread) -> None:
    with Client(server.base, make_token(Guest(server.base))) as anke:
        table = anke.make_table("saint-malo", ["me", "open"], is_public=True)
        hidden = anke.make_table("saint-malo", ["me", "open"])
        with Client(server.base, make_token(Guest(server.base))) as ben:
            listed = [found["id"] for found in ben.tables()]
            assert table["id"] in listed
            assert hidden["id"] not in listed
            assert all(seat["invitation"] is None for found in ben.tables() for seat in found["seats"])
            assert ben.join(table["id"])["seats"][1]["yours"]


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
TRIES = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def operations(server: ServerThread) -> Iterator[Any]:
    """Every operation of the OpenAPI document the server gives."""
    schema = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")
    for result in schema.get_all_operations():
        yield result.ok()  # type: ignore[union-attr]


@pytest.mark.long
def test_schemathesis_finds_nothing_undocumented(server: ServerThread) -> None:
    token = make_token(Guest(server.base))
    headers = {"Authorization": f"Bearer {token}"}
    with Client(server.base, token) as client:
        table = client.make_table("saint-malo", ["me", "open"], start="A")["id"]
    tried = 0
    for operation in operations(server):
        if operation.path.endswith("/stream"):
            continue  # it ends with the game: below

        @TRIES
        @given(case=operation.as_strategy(), is_there=st.booleans())
        def attempt(case: Any, is_there: bool) -> None:
            if is_there and "table_id" in case.path_parameters:
                case.path_parameters = case.path_parameters | {"table_id": table}
            case.call_and_validate(base_url=server.base, headers=headers, checks=CHECKS)

        attempt()
        tried += 1
    assert tried >= 10


def test_schemathesis_finds_nothing_undocumented_in_the_stream(server: ServerThread) -> None:
    """Of a stream that goes on, the head and the first event are read; refusals are checked as all are."""
    token = make_token(Guest(server.base))
    with Client(server.base, token) as client:
        table = client.make_table("saint-malo", ["me", "open"], start="A")["id"]
    (operation,) = [found for found in operations(server) if found.path.endswith("/stream")]
    change = operation.definition.raw["responses"]["200"]["content"]["text/event-stream"]["schema"]
    assert change == {"$ref": "#/components/schemas/Change"}
    answered: set[int] = set()

    @TRIES
    @given(case=operation.as_strategy(), table_id=st.sampled_from([table, "nowhere", None]))
    def attempt(case: Any, table_id: str | None) -> None:
        if table_id is not None:
            case.path_parameters = {"table_id": table_id}
        asked = case.as_transport_kwargs(base_url=server.base)
        headers = {**asked.pop("headers", {}), "Authorization": f"Bearer {token}"}
        with requests.request(**asked, headers=headers, stream=True, timeout=30) as response:
            answered.add(response.status_code)
            if response.status_code != 200:
                case.validate_response(response, checks=CHECKS)
                return
            assert response.headers["Content-Type"].partition(";")[0] == "text/event-stream"
            first: dict[str, str] = {}
            for line in response.iter_lines():
                if not line:
                    break
                name, _, value = line.decode().partition(": ")
                first[name] = value
        assert first["event"] == "change"
        assert set(json.loads(first["data"])) == set(Change.__struct_fields__)

    attempt()
    assert {200, 404} <= answered


@pytest.mark.parametrize(
    ("status", "code", "query", "token"),
    [
        (400, "malformed", "seat=Z", None),
        (400, "malformed", "since=-1", None),
        (403, "forbidden", "", "cw_wrong"),
        (403, "forbidden", "seat=A", None),
    ],
)
def test_a_stream_is_refused_as_documented(
    server: ServerThread, status: int, code: str, query: str, token: str | None
) -> None:
    with Client(server.base, make_token(Guest(server.base))) as client:
        table = client.make_table("saint-malo", ["me", "open"], start="A")["id"]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    address = f"{server.base}/api/tables/{table}/stream?{query}"
    response = requests.get(address, headers=headers, stream=True, timeout=30)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["Content-Type"].partition(";")[0] == "application/json"
    response.close()


@pytest.mark.parametrize("act", ["play", "undo"])
def test_whoever_acts_takes_the_seat_back_from_its_bot(server: ServerThread, act: str) -> None:
    table, anke, ben = table_of_two(server.base)
    with Client(server.base, make_token(ben)) as client:
        client.leave(table)
        assert client.table(table)["seats"][1]["deputy"]
        with pytest.raises(Refused, match=r"not to act|cannot act"):  # refused, but it was Ben who tried
            client.play(table, "stop", 0) if act == "play" else client.undo(table, 0)
        assert client.table(table)["seats"][1]["deputy"] is None
    assert anke.request("GET", f"/t/{table}").status == 200
