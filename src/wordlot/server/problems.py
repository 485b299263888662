"""What a request is told that is refused: a status, a code and a sentence."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil

import msgspec
import structlog
from starlette.responses import Response

from wordlot.core.errors import IllegalAction, Refusal
from wordlot.server.wire import Fault, Problem

_log = structlog.get_logger(__name__)
_STATUS: dict[str, HTTPStatus] = {
    Fault.NO_TABLE: HTTPStatus.NOT_FOUND,
    Fault.NO_PAGE: HTTPStatus.NOT_FOUND,
    Fault.FOREIGN: HTTPStatus.FORBIDDEN,
    Fault.NOT_OVER: HTTPStatus.CONFLICT,
    Fault.TABLE_FULL: HTTPStatus.CONFLICT,
    Fault.NICKNAME_TAKEN: HTTPStatus.CONFLICT,
    Fault.SEAT_TAKEN: HTTPStatus.CONFLICT,
    Fault.NOT_NOW: HTTPStatus.CONFLICT,
    Fault.TOO_BIG: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Fault.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    Fault.FROZEN: HTTPStatus.SERVICE_UNAVAILABLE,
    Fault.CROWDED: HTTPStatus.SERVICE_UNAVAILABLE,
    Fault.FAILED: HTTPStatus.INTERNAL_SERVER_ERROR,
    Refusal.BAD_OPTIONS: HTTPStatus.UNPROCESSABLE_ENTITY,
}
RETRY_S = 10.0
"""When to come back where nothing else is known."""
LONGEST_RETRY_S = 86_400.0


class TooMuch(IllegalAction):
    """Refused for now, with the seconds after which another try may do."""

    def __init__(self, code: Fault, detail: str, retry_s: float) -> None:
        super().__init__(code, detail)
        self.retry_s = retry_s


def refusal_response(refusal: IllegalAction, status: HTTPStatus | None = None) -> Response:
    """Return a refusal as the answer of a request, and log it by its code alone."""
    _log.info("refused", code=str(refusal.code))
    problem = Problem(str(refusal.code), refusal.detail, refusal.clause)
    by_code = _STATUS.get(str(refusal.code), HTTPStatus.UNPROCESSABLE_ENTITY)
    status = status or by_code
    headers = {"Cache-Control": "no-store"}
    if status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        retry_s = refusal.retry_s if isinstance(refusal, TooMuch) else RETRY_S
        headers["Retry-After"] = str(max(1, ceil(min(retry_s, LONGEST_RETRY_S))))
    body = msgspec.json.encode(problem)
    return Response(body, status, headers=headers, media_type="application/json")
