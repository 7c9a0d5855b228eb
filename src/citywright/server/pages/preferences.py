"""Remembering language and theme in cookies."""

from __future__ import annotations

from litestar import post
from litestar.response import Redirect

from citywright.server.pages.requests import THEMES, AnyRequest
from citywright.text import LANGUAGES

PREFERENCE_AGE = 400 * 24 * 3600  # as long as browsers keep a cookie


@post("/preferences")
async def preferences(request: AnyRequest) -> Redirect:
    """Remember what was chosen, and go back to the page; never to another site."""
    form = await request.form()
    to = str(form.get("next", "/"))
    response = Redirect(to if to.startswith("/") and to[1:2] not in ("/", "\\") else "/", status_code=303)
    for name, possible in (("lang", LANGUAGES), ("theme", (*THEMES, "auto"))):
        value = form.get(name)
        if value in possible:
            response.set_cookie(name, value, path="/", max_age=PREFERENCE_AGE, samesite="lax")
    return response


HANDLERS = [preferences]
