"""The lessons of a game: their list with what was done so far, and each of them at a board.

The address has all that the learner did in a lesson, so nothing is kept for it here but which were finished.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from citywright.catalogue import games
from citywright.engine.game import Game
from citywright.game_parts import is_drawn
from citywright.lessons.lesson import Course, Lesson
from citywright.lessons.playing import LessonPosition, judge, position
from citywright.lessons.reader import LessonError, course_of
from citywright.server.errors import MALFORMED, UNKNOWN, Refusal
from citywright.server.language import words_of
from citywright.server.pages.learning.lesson_page import lesson_values
from citywright.server.pages.requests import AnyRequest, lang_of, page, preference_cookies, preferred
from citywright.server.players.preferences import Preferences, lesson_name, with_lessons
from citywright.server.services import Services, TheServices
from citywright.server.tables.terms import game_or_refuse

LONGEST_ACTION = 200  # characters


def lessons_or_refuse(game: Game) -> Course:
    """The lessons of a game; refused if it has none."""
    course = course_of(game)
    if not course.lesson:
        raise Refusal(UNKNOWN, "{game} has no lessons", game=game.id)
    return course


def _lesson_or_refuse(game: Game, number: str) -> Lesson:
    lessons = lessons_or_refuse(game).lesson
    if number not in map(str, range(1, len(lessons) + 1)):
        raise Refusal(
            UNKNOWN, "there is no lesson {number!r}; there are {n}", number=number[:20], n=len(lessons)
        )
    return lessons[int(number) - 1]


def _position_or_refuse(game: Game, lesson: Lesson, did: list[str]) -> LessonPosition:
    try:
        return position(game, lesson, did)
    except LessonError as error:
        raise Refusal(MALFORMED, "these moves do not lead through this lesson: begin it again") from error


@get("/learn")
async def courses_page(request: AnyRequest, services: TheServices) -> Response[str]:
    """All games that can be learned, with how far one has come."""
    await services.guests.guest_of(request)
    finished = (preferred(request) or Preferences()).lessons
    courses, t = [], words_of(lang_of(request))
    for game in sorted(games().values(), key=lambda game: game.difficulty):
        lessons = course_of(game).lesson
        done = sum(lesson_name(game.id, lesson.id) in finished for lesson in lessons)
        if lessons:
            number = t.plural("{n} lesson", "{n} lessons", len(lessons))
            courses.append((game, number, done, sum(lesson.minutes for lesson in lessons)))
    return page(request, "courses.html", courses=courses, is_drawn=is_drawn)


@get("/learn/{game_id:str}")
async def lessons_page(request: AnyRequest, services: TheServices, game_id: FromPath[str]) -> Response[str]:
    """All lessons of a game, each with its aim, and the guided game after them."""
    game = game_or_refuse(game_id)
    course = lessons_or_refuse(game)
    await services.guests.guest_of(request)
    finished = (preferred(request) or Preferences()).lessons
    done = [lesson_name(game.id, lesson.id) in finished for lesson in course.lesson]
    following = next((number for number, is_done in enumerate(done, 1) if not is_done), 0)
    return page(request, "lessons.html", game=game, lessons=course.lesson, done=done, following=following)


@get("/learn/{game_id:str}/{number:str}")
async def lesson_page(
    request: AnyRequest, services: TheServices, game_id: FromPath[str], number: FromPath[str]
) -> Response[str]:
    """A lesson at its board, after what the learner did; and the answer to what was tried last."""
    game = game_or_refuse(game_id)
    lesson = _lesson_or_refuse(game, number)
    await services.guests.guest_of(request)
    did = request.query_params.getall("did", [])
    at = _position_or_refuse(game, lesson, did)
    tried = request.query_params.get("tried", "")[:LONGEST_ACTION]
    lang = lang_of(request)
    t = words_of(lang)
    answer = ""
    if tried:
        reason = judge(at, tried).answer
        answer = reason.in_language(lang) if reason else t("This move is not possible here.")
    values = lesson_values(game, int(number), at, lang)
    return page(request, "lesson.html", did=did, tried=tried, answer=answer, **values)


@post("/learn/{game_id:str}/{number:str}")
async def take_step(
    request: AnyRequest, services: TheServices, game_id: FromPath[str], number: FromPath[str]
) -> Redirect:
    """Judge an action of the learner, and lead to the page that shows what became of it."""
    game = game_or_refuse(game_id)
    lesson = _lesson_or_refuse(game, number)
    form = await request.form()
    did = [str(words) for words in form.getall("did", [])]
    words = str(form.get("words", ""))[:LONGEST_ACTION]
    at = _position_or_refuse(game, lesson, did)
    here = f"/learn/{game.id}/{int(number)}"
    if not judge(at, words).is_right:
        return Redirect(here, status_code=303, query_params={"did": did, "tried": words})
    did.append(words)
    cookies = []
    if len(did) == len(lesson.step):
        kept = await _keep(request, services, lesson_name(game.id, lesson.id))
        cookies = preference_cookies(kept)
    return Redirect(here, status_code=303, query_params={"did": did}, cookies=cookies)


async def _keep(request: AnyRequest, services: Services, finished: str) -> Preferences:
    """Keep that a lesson is finished: of a guest in the database, of others in the cookies of the answer."""
    services.limits.spend("change your preferences", request)
    guest = await services.guests.guest_of(request)
    so_far = preferred(request) or Preferences()
    if guest is None:
        return with_lessons(so_far, finished)
    return await services.guests.learn(guest, finished, so_far)


HANDLERS = [courses_page, lessons_page, lesson_page, take_step]
