"""The profile of somebody with an account, and what its owner shows to whom."""

from __future__ import annotations

import msgspec
from babel.numbers import format_decimal
from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.engine.game import Game
from citywright.game_parts import statistic_name, text_of
from citywright.ratings import shown
from citywright.server.errors import FORBIDDEN, Refusal
from citywright.server.known.people import GameFigures, Person, Rated, Record
from citywright.server.known.visibility import PEOPLE, PUBLIC, Asker, check_choices
from citywright.server.language import words_of
from citywright.server.pages.friends.page import inviting
from citywright.server.pages.people.asking import asker_of, bot_name, day_of, known_game, pace_name, title_of
from citywright.server.pages.people.curve import curve, interval
from citywright.server.pages.requests import AnyRequest, guest_or_refuse, lang_of, page
from citywright.server.services import Services, TheServices

LAST_GAMES = 10
AS_OTHERS = {PUBLIC: Asker(), PEOPLE: Asker(None, has_account=True)}  # how the owner can look at it


class GameOfPerson(msgspec.Struct):
    """What a profile tells about one game."""

    game: Game
    ratings: list[tuple[Rated, str]]  # with the curve
    records: list[Record]
    figures: GameFigures | None


@get("/people/{who:str}")
async def profile(request: AnyRequest, services: TheServices, who: FromPath[str]) -> Response[str]:
    """Somebody by name or id, as far as whoever asks may see it. The owner may look at it as others do."""
    asker = await asker_of(request, services)
    person = await services.people.find(who)
    is_own = person.guest_id == asker.guest_id
    seen_as = request.query_params.get("as", "") if is_own else ""
    viewer = AS_OTHERS.get(seen_as, asker)
    visibility = await services.visibility.of(person.guest_id)
    sees_games = viewer.may_see(visibility.games, person.guest_id)
    last = await services.archive.shown(person.guest_id, viewer, LAST_GAMES) if sees_games else None
    sees_rating = viewer.may_see(visibility.rating, person.guest_id)
    sees_results = viewer.may_see(visibility.results, person.guest_id)
    games = await _games_of(request, services, person, ratings=sees_rating, results=sees_results)
    return page(
        request,
        "person.html",
        person=person,
        is_own=is_own,
        stance=await services.friends.stance(asker.guest_id, person.guest_id)
        if asker.guest_id and not is_own
        else None,
        **inviting(lang_of(request)),
        seen_as=seen_as if viewer is not asker else "",
        visibility=msgspec.structs.asdict(visibility),
        sees_anything=sees_games or sees_rating or sees_results,
        games=games,
        last=last.games if last else [],
        has_more=bool(last and last.older),
        done=request.query_params.get("done", ""),
        day_of=day_of,
        pace_name=pace_name,
        shown=shown,
        interval=interval,
        title_of=title_of,
        bot_name=bot_name,
        number=number,
        statistic_name=statistic_name,
        source_name=lambda game, source, lang: text_of(game).source_name(source, lang),
    )


def number(value: float, lang: str) -> str:
    """A figure: whole, or with one digit after the point."""
    return format_decimal(value, "#,##0.#", locale=lang)


async def _games_of(
    request: AnyRequest, services: Services, person: Person, *, ratings: bool, results: bool
) -> list[GameOfPerson]:
    """What there is to tell of each game, those played most first."""
    t, people = words_of(lang_of(request)), services.people
    found: dict[str, GameOfPerson] = {}

    def of(game_id: str) -> GameOfPerson | None:
        game = known_game(game_id)
        if game is None:
            return None
        return found.setdefault(game_id, GameOfPerson(game, [], [], None))

    for rated in await people.ratings_of(person.guest_id) if ratings else []:
        entry = of(rated.game)
        if entry is not None:
            points = await people.history(person.guest_id, rated.game, rated.pace)
            entry.ratings.append((rated, curve(points, t)))
    for record in await people.records_of(person.guest_id) if results else []:
        entry = of(record.game)
        if entry is not None:
            entry.records.append(record)
    for figures in await people.figures_of(person.guest_id) if results else []:
        entry = of(figures.game)
        if entry is not None:
            entry.figures = figures
    return sorted(found.values(), key=lambda entry: -sum(record.games for record in entry.records))


@get("/people")
async def own_profile(request: AnyRequest, services: TheServices) -> Redirect:
    """One's own profile; who has no account is told how to get one."""
    asker = await asker_of(request, services)
    return Redirect(f"/people/{asker.guest_id}" if asker.has_account else "/account", status_code=303)


@post("/people")
async def choose(request: AnyRequest, services: TheServices) -> Redirect:
    """Choose who may see what."""
    guest = await guest_or_refuse(request, services)
    services.limits.spend("change your preferences", request, f"guest {guest.id}")
    form = await request.form()
    chosen = check_choices({name: str(form.get(name, "")) for name in form})
    if not (await services.people.asker(guest.id)).has_account:
        raise Refusal(FORBIDDEN, "only people with an account have a profile")
    await services.visibility.choose(guest.id, chosen)
    return Redirect(f"/people/{guest.id}?done=chosen#who-sees", status_code=303)


HANDLERS = [profile, own_profile, choose]
