"""Guests: who a browser is, by a cookie that only it and a hash in the store know."""

from __future__ import annotations

import secrets
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "wordlot_guest"
TOKEN_BYTES = 32
"""256 random bits, in base 64."""
_TOKEN_LENGTH = 43
_YEAR_S = 31_536_000


def guest_of(connection: HTTPConnection) -> str | None:
    """Return the guest of a request, as the hash of its token; none without a token."""
    token = connection.cookies.get(COOKIE, "")
    return _hash(token) if len(token) == _TOKEN_LENGTH else None


def new_token() -> tuple[str, str]:
    """Return a new token, and the guest that it makes."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return token, _hash(token)


def give_token(response: Response, token: str, *, secure: bool) -> None:
    """Set the cookie, which no script can read and no other site can send along."""
    response.set_cookie(
        COOKIE, token, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure, path="/"
    )


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
