"""Odd text, numbers, forms, JSON, queries, headers, hosts and paths; the same for the same seed."""

from __future__ import annotations

import json
import random
from urllib.parse import quote, quote_from_bytes

MOST_BODY = 64_000  # bytes: the server takes no more, a little more is tried as well

TEXTS = (
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\ufeff\ufffe\uffff",
    "\u202e\u2066\u200b\u200d",
    "Z\u0351\u0352\u0353" * 200,
    "👩‍👩‍👧‍👦" * 300,
    "ﷺ" * 1000,
    "²٣४",
    "İıſßŸ",
    "\r\nSet-Cookie: a=b\r\n\r\n",
    "<script>alert(1)</script>",
    "\"'><svg onload=x>",
    "' OR 1=1; DROP TABLE moves; --",
    "{{7*7}}{%for x in range(10**9)%}",
    "%(name)s {name} %s %n",
    "../../../../etc/passwd",
    "file:" + "///etc/passwd",
    "\x1b[2J\x07\x08",
    "/" * 3000,
    "a" * 40 + "!" * 30_000,
    "x" * 60_000,
    "\n" * 20_000,
    "=" * 5000 + "&" * 5000,
)
NUMBERS = (
    "-1",
    "0",
    "1e400",
    "nan",
    "inf",
    "-0",
    "9" * 400,
    "9" * 5000,
    "0x10",
    "1_0",
    "1.5",
    "²",
    "+1",
    "2147483648",
)
FIELDS = (
    *("game", "who", "name", "words", "ply", "epoch", "text", "login", "password", "old", "new", "mail"),
    *("start", "layout", "pace", "seats", "invitation", "since", "lang", "theme", "next", "record", "owner"),
    *("key", "seat", "label", "public", "undo", "talk", "one_screen", "id", "at", "with", "do", "bot"),
    *("origin", "copy", "file", "board", "layout_text", "layout_id", "before", "mine"),
)
KINDS = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=nonsense",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data; boundary=edge",
    "multipart/form-data; boundary=" + "b" * 3000,
    "multipart/form-data",
    "application/json",
    "application/json; charset=utf-7",
    "application/x-msgpack",
    "text/plain",
    "",
    ";;;=",
    "\xff\xfe",
)
HOSTS = (b"[", b"localhost:65536", b"\xff\xfe", b"a" * 60_000, b"<script>", b"[::1]:-1", b":", b"a b", b"%00")
HEADERS = (
    b"Cookie: citywright_guest=%s",
    b"Cookie: lang=%s; theme=%s",
    b"Authorization: Bearer %s",
    b"Authorization: Bearer cw_%s",
    b"Origin: %s",
    b"Origin: http://[%s",
    b"Accept-Language: %s",
    b"Accept-Encoding: %s",
    b"X-Forwarded-For: %s",
    b"X-Forwarded-Proto: %s",
    b"Forwarded: for=%s",
    b"Referer: %s",
    b"Range: bytes=%s",
    b"If-None-Match: %s",
    b"Content-Encoding: gzip\r\nX: %s",
    b"Transfer-Encoding: %s",
    b"Expect: %s",
    b"Upgrade: %s\r\nConnection: Upgrade",
    b"Last-Event-ID: %s",
    b"X-HTTP-Method-Override: %s",
    b"User-Agent: %s",
)


class Oddities:
    """Makes odd things, one after the other."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def text(self) -> str:
        """Text that somebody might send."""
        rng = self.rng
        way = rng.randrange(5)
        if way == 0:
            return "".join(chr(rng.randrange(0x11_0000)) for _ in range(rng.randrange(1, 300)))
        if way == 1:
            return rng.choice(NUMBERS)
        if way == 2:
            return rng.choice(TEXTS) + rng.choice(TEXTS)
        return rng.choice(TEXTS)

    def raw(self, text: str) -> bytes:
        """Its bytes, right or wrong."""
        encoding = self.rng.choice(("utf-8", "utf-8", "utf-8", "utf-16", "utf-32"))
        return text.encode(encoding, "surrogatepass")

    def value(self, depth: int = 0) -> object:
        """Anything JSON can say."""
        rng = self.rng
        way = rng.randrange(8 if depth < 4 else 5)
        if way < 3:
            return self.text()[:5000]
        if way == 3:
            return rng.choice((None, True, False, 0, -1, 1.5, 2**63, -(2**70), 10**300))
        if way == 4:
            return []
        if way == 5:
            return [self.value(depth + 1) for _ in range(rng.randrange(6))]
        if way == 6:
            return [0] * rng.randrange(5000)
        return {self.text()[:200]: self.value(depth + 1) for _ in range(rng.randrange(5))}

    def json(self) -> bytes:
        """A body of JSON: with fields the server knows, or nested as deeply as there is room."""
        rng = self.rng
        way = rng.randrange(5)
        if way == 0:
            opening = rng.choice((b"[", b'{"a":', b'{"words":[', b'[{"seats":'))
            return opening * rng.randrange(1, 60_000 // len(opening))
        if way == 1:
            return b'{"ply":' + b"9" * rng.randrange(1, 60_000) + b"}"
        if way == 2:
            return b"{" + b",".join(b'"game":"x"' for _ in range(rng.randrange(1, 5000))) + b"}"
        fields = {rng.choice(FIELDS): self.value() for _ in range(rng.randrange(1, 8))}
        return json.dumps(fields).encode()[: MOST_BODY + 2000]

    def form(self) -> bytes:
        """A body of a form."""
        rng = self.rng
        if rng.randrange(6) == 0:
            return rng.choice((b"a=1&", b"who=me&", b"%00=%ff&", b"&", b"=")) * rng.randrange(1, 16_000)
        parts = []
        for _ in range(rng.randrange(1, 12)):
            value = quote_from_bytes(self.raw(self.text())) if rng.random() < 0.8 else rng.choice(NUMBERS)
            parts.append(f"{rng.choice(FIELDS)}={value}")
        return "&".join(parts).encode()[: MOST_BODY + 2000]

    def multipart(self, fields: dict[str, bytes] | None = None) -> bytes:
        """Parts of a form with odd names, charsets and contents."""
        rng = self.rng
        chosen = fields or {rng.choice(FIELDS): self.raw(self.text()) for _ in range(rng.randrange(1, 6))}
        body = b""
        for name, content in chosen.items():
            head = f'Content-Disposition: form-data; name="{name}"'.encode()
            if name in ("layout", "record", "file") or rng.random() < 0.3:
                head += rng.choice((b'; filename="a"', b"; filename*=utf-8''%ff%00", b'; filename="../x"'))
            head += rng.choice(
                (
                    b"",
                    b"",
                    b"\r\nContent-Type: text/plain; charset=nonsense",
                    b"\r\nContent-Transfer-Encoding: base64",
                )
            )
            body += b"--edge\r\n" + head + b"\r\n\r\n" + content + b"\r\n"
        return body + rng.choice((b"--edge--\r\n", b"--edge--\r\n", b"--edge", b""))

    def query(self) -> bytes:
        """What follows the question mark."""
        rng = self.rng
        if rng.randrange(6) == 0:
            return rng.choice((b"a=1&", b"%", b"&;", b"lang=")) * rng.randrange(1, 15_000)
        parts = [
            f"{rng.choice(FIELDS)}={quote(self.text(), safe='', errors='replace')}"
            for _ in range(rng.randrange(1, 5))
        ]
        return "&".join(parts).encode()[:60_000]

    def header(self) -> bytes:
        """One header line."""
        value = self.raw(self.text()).replace(b"\r", b"").replace(b"\n", b"")
        line = self.rng.choice(HEADERS)
        return line.replace(b"%s", value[: self.rng.choice((10, 300, 3000, 30_000))])

    def filling(self) -> str:
        """What fills a part of an address."""
        rng = self.rng
        text = rng.choice((self.text(), "%00", "%ff", "..%2f..%2f", "%0d%0aX:y", "%2500", "x" * 3000))
        return text if text.startswith("%") else quote(text, safe="", errors="replace")[:60_000]
