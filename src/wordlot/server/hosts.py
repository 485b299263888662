"""Refuses requests that call the server by a name that is not its own (DNS rebinding).

A page of another site can have its name point at this machine; its requests then carry that name.
They never carry an address in place of it, so every address is taken: in a container or behind a
router a server does not know its own. Starlette's `TrustedHostMiddleware` knows names only.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from wordlot.core.errors import IllegalAction
from wordlot.server.problems import refusal_response
from wordlot.server.wire import Fault

_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:]+))(?::[0-9]{1,5})?")


def own_names(names: Iterable[str]) -> frozenset[str]:
    """Return by which names this machine may be called: those given, and those that it has."""
    machine = socket.gethostname().lower()
    own = {"localhost", machine, machine.partition(".")[0]}
    own |= {f"{name}.local" for name in own if "." not in name}
    return frozenset(own | {name.lower().rstrip(".") for name in names if name})


class OwnHosts:
    """Lets requests through whose `Host` is an address, or a name of this server."""

    def __init__(self, app: ASGIApp, *, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket, or refuse it with 421."""
        if scope["type"] in {"http", "websocket"}:
            hosts = Headers(scope=scope).getlist("host")
            if len(hosts) != 1 or not self._is_own(hosts[0]):
                called = repr(hosts[0][:64]) if hosts else "anything"
                text = (
                    f"this server is not called {called}; open it by its own address, "
                    "or have its owner set WORDLOT_URL"
                )
                refusal = IllegalAction(Fault.FOREIGN, text)
                status = HTTPStatus.MISDIRECTED_REQUEST
                await refusal_response(refusal, status)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = (found[1] or found[2]).lower().rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
