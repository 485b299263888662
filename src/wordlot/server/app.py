"""The application: routes, and what starts and stops with the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog
from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from wordlot.server import http
from wordlot.server.addresses import Addresses
from wordlot.server.downloads import Kits, WordFiles
from wordlot.server.folder_lock import FolderLock
from wordlot.server.guests import Guests
from wordlot.server.headers import SafeHeaders
from wordlot.server.hosts import OwnHosts, own_names
from wordlot.server.links import Services
from wordlot.server.pace import InTurn
from wordlot.server.players import Brains, HouseBots, Pool
from wordlot.server.quotas import Quotas
from wordlot.server.rate_limit import RateLimit
from wordlot.server.reviews import Reviews
from wordlot.server.rooms import Rooms
from wordlot.server.settings import Settings
from wordlot.server.sockets import Socket, table_socket
from wordlot.server.static import Pages
from wordlot.server.store import Store
from wordlot.server.yours import Yours
from wordlot.table import Clock, SteadyClock
from wordlot.words import DEFAULT, Library

_log = structlog.get_logger(__name__)


def create_app(
    settings: Settings,
    *,
    brains: Brains | None = None,
    clock: Clock | None = None,
    lock: FolderLock | None = None,
) -> Starlette:
    """Return the server as an ASGI application; it opens its store when it starts.

    Other bots than the package's, and another clock, may be handed in, and a lock on the data
    folder that was taken already.
    """
    held = lock or FolderLock(settings.data)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        state = app.state
        held.take()
        try:
            async with serving(state):
                yield
        finally:
            held.give_back()

    @asynccontextmanager
    async def serving(state: State) -> AsyncIterator[None]:
        steady = SteadyClock()
        steady.start()
        state.settings = settings
        state.brains = brains or HouseBots()
        state.store = Store(settings.data, uptime=(clock or steady).now)
        await state.store.open()
        state.guests = Guests(state.store.name, state.store.knows)
        state.sockets = set[Socket]()
        state.quotas = Quotas(settings.quota)
        services = Services(state.store, clock or steady, Pool(state.brains), state.quotas)
        library = Library(settings.data)
        state.rooms = Rooms(services, library)
        state.yours = Yours(state.store, state.rooms)
        state.kits = Kits()
        state.reviews = Reviews(state.store)
        state.word_files = WordFiles(library)
        await state.rooms.start()
        warming = asyncio.get_running_loop().create_task(_warm(state.rooms))
        _log.info("started", data=str(settings.data))
        try:
            yield
        finally:
            warming.cancel()
            with suppress(asyncio.CancelledError):
                await warming
            await state.rooms.close()
            await state.store.close()
            steady.stop()
            _log.info("stopped")

    return Starlette(
        routes=[
            *http.routes(),
            WebSocketRoute("/ws/{code}", table_socket),
            WebSocketRoute("/{path:path}", http.no_socket),
            Route("/{path:path}", http.answering(Pages().serve), methods=["GET"]),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(Addresses, proxies=settings.proxies, exempt=settings.exempt),
            Middleware(InTurn),
            Middleware(OwnHosts, names=own_names(settings.names)),
            Middleware(RateLimit),
        ],
        exception_handlers={HTTPException: http.wrong_method},
        lifespan=lifespan,
    )


async def _warm(rooms: Rooms) -> None:
    """Load what the first game needs while nobody waits for it."""
    try:
        await rooms.warm(DEFAULT)
    except Exception as error:  # noqa: BLE001 - the first game will say what is wrong
        _log.warning("not_warm", error=repr(error))
