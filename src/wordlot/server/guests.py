"""Guests: who a browser is, by a cookie that only it and a hash in the store know.

A browser sends a cookie to every server of a host, whatever its port. So the cookie of a server is
called by the name of its data folder: no other server of the host writes over it, and none takes it
for its own. `SECURITY.md` says what is left.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response

ONCE = "wordlot_guest"
"""What the cookie of every server was called at first."""
TOKEN_BYTES = 32
"""256 random bits, in base 64."""
_TOKEN_LENGTH = 43
_YEAR_S = 31_536_000


class Guest(NamedTuple):
    """Who asks."""

    name: str
    """The hash of the token, by which all else knows a guest."""
    token: str | None = None
    """Where the browser is still to be given the cookie."""


class Guests:
    """Knows guests by their cookies. It belongs to one data folder.

    `knows` tells whether a guest has a seat there.
    """

    def __init__(self, folder: str, knows: Callable[[str], Awaitable[bool]]) -> None:
        self.cookie = f"{ONCE}_{folder}"
        self._knows = knows

    async def of(self, connection: HTTPConnection) -> Guest | None:
        """Return who sends a request; none without a token of this server.

        A token under the name of before may be another server's, and counts only for a guest who
        is known here.
        """
        token, before = (connection.cookies.get(name, "") for name in (self.cookie, ONCE))
        if len(token) == _TOKEN_LENGTH:
            return Guest(hashed(token))
        if len(before) == _TOKEN_LENGTH and await self._knows(hashed(before)):
            return Guest(hashed(before), before)
        return None

    def new(self) -> Guest:
        """Return a guest with a new token."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return Guest(hashed(token), token)

    def give(self, guest: Guest | None, headers: MutableHeaders, *, secure: bool) -> None:
        """Set the cookie where a guest needs it; no script can read it, no other site send it."""
        if guest is None or guest.token is None:
            return
        answer = Response()
        answer.set_cookie(
            self.cookie,
            guest.token,
            max_age=_YEAR_S,
            httponly=True,
            samesite="lax",
            secure=secure,
            path="/",
        )
        headers.append("set-cookie", answer.headers["set-cookie"])


def hashed(token: str) -> str:
    """Return the guest that a token makes."""
    return sha256(token.encode()).hexdigest()
