"""The page that takes a record."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.response import Redirect

from citywright.match.record import RecordError
from citywright.server.language import words_of
from citywright.server.pages.requests import AnyRequest, lang_of, page
from citywright.server.services import TheServices
from citywright.server.uploads.uploads import LARGEST_RECORD


@get("/look")
async def upload_page(request: AnyRequest) -> Response[str]:
    """Asks for a record."""
    return page(request, "upload_record.html", problem="", line="", text="")


@post("/look", request_max_body_size=LARGEST_RECORD + 20_000)
async def upload(request: AnyRequest, services: TheServices) -> Response[str] | Redirect:
    """Check a record and show it; a fault is shown with its line."""
    services.limits.spend("upload a record", request)
    form = await request.form()
    uploaded = form.get("record")
    source: bytes = await uploaded.read() if isinstance(uploaded, UploadFile) else b""
    source = source or str(form.get("text", "")).encode()
    guest = await services.guests.guest_of(request)
    try:
        record_id = await services.reviews.upload(source, guest.id if guest else None)
    except RecordError as error:
        lines = source.decode("utf-8", "replace").splitlines()
        line = lines[error.line - 1][:200] if 0 < error.line <= len(lines) else ""
        problem = error.message.translated(words_of(lang_of(request)))
        return page(request, "upload_record.html", 400, problem=problem, line=line, text="\n".join(lines))
    return Redirect(f"/r/{record_id}", status_code=303)


HANDLERS = [upload_page, upload]
