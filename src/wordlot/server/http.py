"""The HTTP API: games, tables, seats and records, as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from wordlot import __version__
from wordlot.core.errors import IllegalAction
from wordlot.core.protocol import Seat
from wordlot.core.reading import UNREADABLE
from wordlot.games.registry import GAMES, Game
from wordlot.server import downloads, wire
from wordlot.server.addresses import address_of
from wordlot.server.guests import Guest, Guests
from wordlot.server.origins import is_own, is_secure
from wordlot.server.players import Brains
from wordlot.server.problems import refusal_response
from wordlot.server.quotas import Quotas
from wordlot.server.reviews import Reviews
from wordlot.server.room import Room
from wordlot.server.rooms import Rooms
from wordlot.server.wire import Fault, Stage
from wordlot.server.yours import Yours
from wordlot.table import LogUnavailable

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]

_log = structlog.get_logger(__name__)


def _json(message: msgspec.Struct, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    content = msgspec.json.encode(message)
    return Response(content, status, headers=headers, media_type="application/json")


def answering(endpoint: Endpoint) -> Endpoint:
    """Wrap an endpoint so that every refusal has a code and a text."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except IllegalAction as refusal:
            return refusal_response(refusal)
        except LogUnavailable:
            text = "the server cannot write just now; try again in a moment"
            return refusal_response(IllegalAction(Fault.FROZEN, text))
        except Exception:  # noqa: BLE001 - a page is told in its own words
            _log.exception("request_fault", path=request.url.path)
            text = "something went wrong in the server; nothing has changed"
            return refusal_response(IllegalAction(Fault.FAILED, text))

    return answer


async def _body(request: Request, kind: type[T]) -> T:
    """Read the JSON body of a request from a page of this server."""
    if not is_own(request, request.app.state.settings):
        raise IllegalAction(Fault.FOREIGN, "only pages of this server may do that")
    raw = b""
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > wire.FRAME_BYTES:
                raise IllegalAction(Fault.TOO_BIG, f"a body has at most {wire.FRAME_BYTES} bytes")
    except ClientDisconnect:
        raise IllegalAction(Fault.MALFORMED, "the body did not come in whole") from None
    try:
        return msgspec.json.decode(raw, type=kind)
    except UNREADABLE as error:
        raise IllegalAction(Fault.MALFORMED, f"the body cannot be read: {error}") from None


async def _as_guest(request: Request, what: Callable[[str], Awaitable[msgspec.Struct]]) -> Response:
    """Do something as the guest of a request, who is a new one where there is no cookie."""
    guest = await _guests(request).of(request) or _guests(request).new()
    return _giving(request, guest, _json(await what(guest.name)))


def _giving(request: Request, guest: Guest, response: Response) -> Response:
    """Let a response give a guest the cookie, where there is one to give."""
    secure = is_secure(request, request.app.state.settings)
    _guests(request).give(guest, response.headers, secure=secure)
    return response


def _guests(request: Request) -> Guests:
    guests: Guests = request.app.state.guests
    return guests


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def health(request: Request) -> Response:
    """Tell that the server answers, and how much it does."""
    state = request.app.state
    rooms, failing = _rooms(request), state.store.fault
    store = () if failing is None else (f"the store fails: {failing}",)
    faults = (*store, *rooms.faults())
    told = wire.Health(
        status="failing" if faults else "ok",
        version=__version__,
        tables=len(rooms.loaded()),
        sockets=len(state.sockets),
        faults=faults,
    )
    return _json(told, HTTPStatus.SERVICE_UNAVAILABLE if faults else HTTPStatus.OK)


async def games(request: Request) -> Response:
    """List the games with their options, and the lexicons."""
    brains: Brains = request.app.state.brains
    infos = tuple(_game_info(game, brains) for game in GAMES.values())
    return _json(wire.Games(infos, _rooms(request).lexicon_names()))


def _game_info(game: Game, brains: Brains) -> wire.GameInfo:
    rules = game.rules
    return wire.GameInfo(
        name=rules.name,
        min_seats=rules.min_seats,
        max_seats=rules.max_seats,
        defaults=rules.options_type(),
        choices={name: tuple(values) for name, values in game.choices.items()},
        levels=tuple(brains.levels) if brains.plays(rules.name) else (),
    )


async def tables(request: Request) -> Response:
    """List the public tables at which somebody is."""
    found = _rooms(request).public()
    return _json(wire.Tables(tuple(room.lobby() for room in found)))


async def yours(request: Request) -> Response:
    """List the tables at which the guest of a request has a seat."""
    known = await _guests(request).of(request)
    if known is None:
        return _json(wire.YourTables((), ()))
    quotas: Quotas = request.app.state.quotas
    quotas.ask(address_of(request.scope), known.name)
    found: Yours = request.app.state.yours
    return _giving(request, known, _json(await found.of(known.name)))


async def create(request: Request) -> Response:
    """Make a table."""
    body = await _body(request, wire.NewTable)
    quotas: Quotas = request.app.state.quotas

    async def make(guest: str) -> wire.Created:
        give_back = quotas.make_table(address_of(request.scope), guest)
        try:
            room = await _rooms(request).create(body, guest)
        except BaseException:
            give_back()
            raise
        _log.info("table_created", table=room.row.code, game=room.row.game)
        return wire.Created(room.row.code, Seat(0))

    return await _as_guest(request, make)


async def guest(request: Request) -> Response:
    """Tell a page whether its browser keeps who it is; a seat could not be held otherwise."""
    await _body(request, wire.Nobody)
    known = await _guests(request).of(request)
    told = wire.Guest(known is not None)
    return _giving(request, known or _guests(request).new(), _json(told))


async def table(request: Request) -> Response:
    """Tell what everybody may know of a table."""
    room = await _rooms(request).find(request.path_params["code"])
    return _json(room.lobby())


async def sit(request: Request) -> Response:
    """Sit down at a table."""
    body = await _body(request, wire.SitDown)
    room = await _rooms(request).find(request.path_params["code"])

    async def take(guest: str) -> wire.Seated:
        return wire.Seated(await room.sit(guest, body))

    return await _as_guest(request, take)


def _asked(request: Request, room: Room) -> int:
    """Return the number of the game that is asked for: `?game=N`, or else the last one.

    Whatever stands at the table by now, whether it is over is told by its own record alone.
    """
    last = room.row.number if room.stage is Stage.OVER else room.row.number - 1
    asked = request.query_params.get("game", str(last))
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 0
    if not 1 <= number <= last:
        raise IllegalAction(Fault.NOT_OVER, "a record is given once the game is over")
    return number


async def record(request: Request) -> Response:
    """Give the record of a game that is over: `?game=N`, else the last one."""
    request.app.state.quotas.look(address_of(request.scope))
    room = await _rooms(request).find(request.path_params["code"])
    number, code = _asked(request, room), room.row.code
    reviews: Reviews = request.app.state.reviews
    content = await reviews.record(code, number, room.game)
    headers = {"Content-Disposition": f'attachment; filename="{code}-{number}.jsonl"'}
    return Response(content, headers=headers, media_type="application/jsonl")


async def review(request: Request) -> Response:
    """Tell what was hidden in a game that is over: `?game=N`, else the last one."""
    request.app.state.quotas.look(address_of(request.scope))
    room = await _rooms(request).find(request.path_params["code"])
    number, reviews = _asked(request, room), request.app.state.reviews
    found: wire.Review = await reviews.review(
        room.row.code, number, room.game, _rooms(request).lexicon
    )
    return _json(found)


def _link(request: Request, code: str) -> str:
    settings = request.app.state.settings
    own = f"{request.url.scheme}://{request.url.netloc}"
    base = settings.url or settings.link or own
    return f"{base}/t/{code}"


async def link(request: Request) -> Response:
    """Tell the address of a table for a friend."""
    room = await _rooms(request).find(request.path_params["code"])
    return _json(wire.Link(_link(request, room.row.code)))


async def link_image(request: Request) -> Response:
    """Draw the address of a table as a QR code, black on white."""
    import segno

    room = await _rooms(request).find(request.path_params["code"])
    code = segno.make(_link(request, room.row.code), micro=False)
    drawn = code.svg_inline(scale=4, border=4, dark="#000", light="#fff", svgclass=None)
    headers = {"Cache-Control": "no-store"}
    svg = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg, headers=headers, media_type="image/svg+xml")


async def lexicon(request: Request) -> Response:
    """Tell which edition of a lexicon is in force, and its letters."""
    found = await request.app.state.word_files.find(request.path_params["name"])
    return _json(wire.LexiconFile(found.pin.name, found.pin.sha256, found.alphabet.faces))


async def unknown(_request: Request) -> Response:
    """Refuse what the API does not have."""
    raise IllegalAction(Fault.NO_PAGE, "the API has nothing at this address")


async def wrong_method(_request: Request, error: Exception) -> Response:
    """Refuse a method that nothing at the address takes."""
    assert isinstance(error, HTTPException)
    refusal = IllegalAction(Fault.NO_PAGE, "nothing at this address takes a request of that kind")
    response = refusal_response(refusal, HTTPStatus(error.status_code))
    response.headers.update(error.headers or {})
    return response


async def no_socket(websocket: WebSocket) -> None:
    """Refuse a socket where there is none."""
    refusal = IllegalAction(Fault.NO_PAGE, "there is no socket at this address")
    await websocket.send_denial_response(refusal_response(refusal))


def routes() -> list[Route]:
    """Return the routes of the API."""

    def get(path: str, endpoint: Endpoint) -> Route:
        return Route(path, answering(endpoint), methods=["GET"])

    def post(path: str, endpoint: Endpoint) -> Route:
        return Route(path, answering(endpoint), methods=["POST"])

    every: list[Any] = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    return [
        get("/health", health),
        get("/api/games", games),
        get("/api/tables", tables),
        post("/api/tables", create),
        post("/api/guest", guest),
        get("/api/yours", yours),
        get("/api/tables/{code}", table),
        post("/api/tables/{code}/sit", sit),
        get("/api/tables/{code}/record", record),
        get("/api/tables/{code}/review", review),
        get("/api/tables/{code}/link", link),
        get("/api/tables/{code}/qr.svg", link_image),
        get("/api/lexicons/{name}", lexicon),
        get("/api/lexicons/{name}/{sha256}.txt", downloads.words),
        get("/kit/{game}.pdf", downloads.kit),
        get("/kit/{game}.zip", downloads.shop),
        Route("/api/{rest:path}", answering(unknown), methods=every),
    ]
