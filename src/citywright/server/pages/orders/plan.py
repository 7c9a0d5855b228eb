"""Planning a turn: the owner's next turn is played on a copy of the position and becomes an order.

The copy is what the owner sees, with their turn begun; dice and draws end the plan. The steps stand in the
address of the page: nothing is kept until the plan is saved.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.draw.panel import MAIN, OTHER, SIDE, TRAY, panel_svg
from citywright.draw.symbols import sheet, symbols_in
from citywright.engine.game import NotationError
from citywright.game_parts import drawing_of, facts_of, text_of
from citywright.order_kinds import order_kinds_of, step_title
from citywright.orders.contract import Seen
from citywright.orders.planned_turn import (
    BETWEEN,
    MOST_STEPS,
    BrokenPlan,
    Plan,
    PlannedTurn,
    is_at_end,
    play_out,
    titles_of,
)
from citywright.server.errors import ILLEGAL, MALFORMED, TOO_LARGE, Refusal
from citywright.server.language import words_of
from citywright.server.live.fragments import choices, facts_line, names_of
from citywright.server.live.seat_page import shape_of
from citywright.server.orders.deciding import may_have_orders
from citywright.server.orders.service import LONGEST, Owner, seen_by
from citywright.server.pages.orders.page import owner_of
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.services import TheServices
from citywright.server.templates import without_rules
from citywright.text import Words

KIND = PlannedTurn.id


def planning(owner: Owner) -> Seen:
    """The position in which the owner's next turn would begin; refused where none can be planned."""
    kind = order_kinds_of(owner.table.game).get(KIND)
    if not isinstance(kind, PlannedTurn) or not may_have_orders(owner.table):
        raise Refusal(ILLEGAL, "in this game no turn can be planned")
    if owner.table.actor == owner.seat:
        raise Refusal(ILLEGAL, "it is your turn: play it at the table")
    start = kind.position(seen_by(owner))
    if start is None:
        raise Refusal(ILLEGAL, "you have no turn to plan now")
    return start


def played(start: Seen, steps: list[str]) -> Plan:
    """The plan so far."""
    if len(steps) > MOST_STEPS:
        raise Refusal(TOO_LARGE, "a plan has at most {most} steps", most=MOST_STEPS)
    try:
        return play_out(start, steps, title=step_title)
    except BrokenPlan as error:
        raise Refusal(ILLEGAL, error.message) from error


def steps_in(form: Any) -> list[str]:
    """The steps in an address or a form."""
    return [step for step in str(form.get("steps", ""))[:LONGEST].split(BETWEEN) if step]


def address(owner: Owner, steps: list[str]) -> str:
    """The page of a plan."""
    query = {"seat": owner.seat, **({"steps": BETWEEN.join(steps)} if steps else {})}
    return f"/t/{owner.table.id}/orders/plan?{urlencode(query)}"


@get("/t/{table_id:str}/orders/plan")
async def plan_page(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Response[str]:
    """The board after the steps of a plan."""
    owner = await owner_of(request, services, table_id, request.query_params.get("seat", ""))
    start = planning(owner)
    steps = steps_in(request.query_params)
    services.limits.spend("have a board drawn", request)
    t = words_of(lang_of(request))
    values = await services.reviews.aside(_values, owner, start, played(start, steps), t)
    return page(request, "plan.html", table=owner.table, **values)


def _values(owner: Owner, start: Seen, plan: Plan, t: Words) -> dict[str, Any]:
    """What the template shows of a plan."""
    game, lang, seat = start.game, t.lang, start.seat
    steps = [step.words for step in plan.steps]
    is_over = is_at_end(plan.state, seat, start.state.turns())
    view = game.view(plan.state, seat)
    names = names_of(owner.table, t)
    panels = drawing_of(game).panels(view, lang, names)
    drawn = {
        role: "".join(panel_svg(panel, sized=True) for panel in panels if panel.role == role)
        for role in (MAIN, TRAY, SIDE, OTHER)
    }
    facts = [facts_line(own, t) for own in facts_of(game, view, lang).seats]
    return {
        "seat": seat,
        "names": names,
        "shape": shape_of(panels),
        "drawn": drawn,
        "prompt": "" if is_over else without_rules(text_of(game).prompt(view, lang, names)),
        "choices": "" if is_over else choices(game, view, t),
        "scores": plan.state.scores(),
        "facts": facts or [""] * len(names),
        "symbols": sheet(symbols_in("".join([*drawn.values(), *facts]))),
        "steps": titles_of(start, steps, step_title, lang),
        "points": plan.points,
        "joined": BETWEEN.join(steps),
        "here": address(owner, steps),
        "back": address(owner, steps[:-1]),
        "is_over": is_over,
    }


@post("/t/{table_id:str}/orders/plan")
async def change_plan(request: AnyRequest, services: TheServices, table_id: FromPath[str]) -> Redirect:
    """Play a step more, or save the plan as an order."""
    form = await request.form()
    owner = await owner_of(request, services, table_id, str(form.get("seat", "")))
    steps = steps_in(form)
    do = str(form.get("do", "play"))
    if do == "save":
        services.limits.spend("change your orders", request, f"guest {owner.guest_id}")
        await services.orders.add(owner, KIND, {"steps": BETWEEN.join(steps)})
        return Redirect(f"/t/{table_id}?seat={owner.seat}#orders", status_code=303)
    if do != "play":
        raise Refusal(MALFORMED, "there is nothing called {given!r} to do with a plan", given=do[:20])
    words = str(form.get("words", ""))[:200]
    start = planning(owner)
    try:
        start.game.parse_action(words)
    except NotationError as error:
        raise Refusal(MALFORMED, "this cannot be read: {problem}", problem=str(error)) from error
    played(start, [*steps, words])
    return Redirect(address(owner, [*steps, words]), status_code=303)


HANDLERS = [plan_page, change_plan]
