"""The limit of uvicorn: what comes in at a table goes out to all its sockets, and nothing else.

`python -m bench.peers.echo PORT` serves it. A frame names the bytes of its acknowledgement and of
the message to each socket: `"ack told ..."`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

import uvicorn

FILLING = "x" * 65_536
tables: dict[str, list[Any]] = defaultdict(list)


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
    """Serve `/{table}`."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    table = tables[scope["path"]]
    table.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        ack, told, _ = message["text"].split(" ", 2)
        update = {"type": "websocket.send", "text": "u" + FILLING[1 : int(told)]}
        for other in table:
            await other(update)
        await send({"type": "websocket.send", "text": "a" + FILLING[1 : int(ack)]})
    table.remove(send)


if __name__ == "__main__":
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
        access_log=False,
    )
