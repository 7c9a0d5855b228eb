"""A push service of our own: takes messages as a vendor's does, checks who sent them, decrypts them."""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from citywright.server.load.page_client import Guest


def to_text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def send_json(guest: Guest, path: str, values: Any, **headers: str) -> httpx.Response:
    """A request as a script of a page sends it."""
    sent = {"Cookie": guest.cookie} | {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.Client(trust_env=False, timeout=60) as client:
        return client.post(guest.base + path, json=values, headers=sent)


class Received(NamedTuple):
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Endpoint:
    """Takes POSTs and keeps them; `statuses` are the next answers, 201 once there are no more."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.statuses: list[int] = []
        self.is_open = threading.Event()
        self.is_open.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                endpoint.received.append(Received(self.path, headers, body))
                endpoint.is_open.wait(60)
                self.send_response(endpoint.statuses.pop(0) if endpoint.statuses else 201)
                self.send_header("Location", f"{endpoint.base}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    def of(self, path: str) -> list[Received]:
        return [one for one in self.received if one.path == path]

    def start(self) -> None:
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()

    def stop(self) -> None:
        self.is_open.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def listening() -> Iterator[Endpoint]:
    endpoint = Endpoint()
    endpoint.start()
    try:
        yield endpoint
    finally:
        endpoint.stop()


class Browser:
    """The keys of a browser that takes push messages, and what it reads in them."""

    def __init__(self, service: Endpoint, path: str) -> None:
        self.service, self.path = service, path
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    @property
    def endpoint(self) -> str:
        return self.service.base + self.path

    def subscription(self) -> dict[str, Any]:
        """As `PushSubscription.toJSON` gives it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": to_text(point), "auth": to_text(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def subscribe(self, guest: Guest, headers: dict[str, str] = {}, **more: Any) -> httpx.Response:  # noqa: B006
        """Tell the server, as the page does."""
        return send_json(guest, "/notices/devices", self.subscription() | more, **headers)

    @property
    def arrived(self) -> list[Received]:
        return self.service.of(self.path)

    def read(self, number: int = -1) -> dict[str, Any]:
        """A message that has arrived, decrypted."""
        return self.decrypt(self.arrived[number])

    def decrypt(self, message: Received) -> dict[str, Any]:
        assert message.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            message.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        told: dict[str, Any] = json.loads(text)
        return told


def claims_of(message: Received, public_key: str) -> dict[str, Any]:
    """What the sender says of itself, after its signature was checked against the key it is known by."""
    scheme, _, rest = message.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    values = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert values["k"] == public_key
    head, claims, signature = values["t"].split(".")
    assert json.loads(to_bytes(head))["alg"] == "ES256"
    both = to_bytes(signature)
    numbers = (int.from_bytes(half, "big") for half in (both[:32], both[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(public_key))
    key.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    told: dict[str, Any] = json.loads(to_bytes(claims))
    return told
