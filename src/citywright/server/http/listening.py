"""The socket where people knock: our own, or one that systemd keeps open while the server is restarted.

With a socket unit (docs/hosting.md) nobody is ever turned away: who comes while one server ends and the next
one starts waits in the queue of the socket, which belongs to systemd.
"""

from __future__ import annotations

import errno
import os
import socket

FIRST_INHERITED = 3  # the number of the first file systemd hands over


def open_listener(host: str, port: int) -> socket.socket:
    """The socket systemd has handed over, if it has; else a new one at this address."""
    return inherited_listener() or new_listener(host, port)


def new_listener(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """A socket at an address; if it is shared, one of several at the same port."""
    listener = socket.socket(
        socket.AF_INET6 if ":" in host else socket.AF_INET,
        socket.SOCK_STREAM,
        socket.IPPROTO_TCP,  # named, or asyncio leaves Nagle's algorithm on: 40 ms for every answer
    )
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if is_shared:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener


def inherited_listener() -> socket.socket | None:
    """The first socket systemd has handed over to this process; not to the one it came from."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or not os.environ.get("LISTEN_FDS", "").isdecimal():
        return None
    number = int(os.environ["LISTEN_FDS"])
    for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):
        os.environ.pop(name, None)  # worker processes have no part in it
    if number < 1:
        return None
    os.set_inheritable(FIRST_INHERITED, False)
    found = socket.socket(fileno=FIRST_INHERITED)
    if found.family not in (socket.AF_INET, socket.AF_INET6):
        found.close()
        raise OSError(errno.EAFNOSUPPORT, "systemd has handed over a socket that is not of TCP")
    # The same with its protocol named, for the reason above.
    return socket.socket(found.family, found.type, socket.IPPROTO_TCP, fileno=found.detach())


def tell_systemd(state: str) -> None:
    """Tell systemd, if it wants to know, that the server is ready (`READY=1`) or ends (`STOPPING=1`)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notice:
        try:
            notice.sendto(state.encode("ascii"), address)
        except OSError:
            return  # it is only told
