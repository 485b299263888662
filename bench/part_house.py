"""The house: start, first load, how fast a bid travels, how fast a bot answers, memory at rest."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import sync_playwright
from websockets.sync.client import ClientConnection, connect

from bench.report import Part, Row, Tell
from tests.browser import chromium

ROOT = Path(__file__).parent.parent
STARTS = 5
BIDS = 300
PATIENCE_S = 60.0


def measure(tell: Tell) -> Part:
    """Measure every figure that the house has to reach."""
    tell("starting the server")
    starts = [_start_once() for _ in range(STARTS)]
    with _serving() as (url, pid, _):
        tell("loading the first page")
        loaded = _first_load(url)
        tell("bids on their way")
        travel = _bid_travel(url)
        tell("memory")
        rest = _resident_mib(pid)
    tell("bots")
    answers = _bot_answers()
    start = statistics.median(starts)
    travel_ms = statistics.median(travel) * 1000
    return Part(
        title="The house",
        how=(
            f"`make play` when set up, until the first answer (median of {STARTS}); bytes that a "
            f"cold Chromium receives for the home page; {BIDS} called bids over real sockets, from "
            "the bidder's send to the other seat's receipt, the record kept durably; bots with "
            "hands of 7 and 14; memory of the server after all that."
        ),
        rows=(
            Row("`make play` until it serves", f"{start:.2f} s", "≤ 2 s", start <= 2),
            Row("first load of the page", f"{loaded / 1000:.0f} KB", "≤ 120 KB", loaded <= 120_000),
            Row(
                "a bid reaches the other clients",
                f"{travel_ms:.1f} ms median, {_p(travel, 0.99) * 1000:.1f} ms p99",
                "≤ 10 ms median",
                travel_ms <= 10,
            ),
            *(
                Row(
                    f"a bot's answer, {name}",
                    f"{statistics.median(times) * 1000:.1f} ms median, "
                    f"{_p(times, 0.99) * 1000:.1f} ms p99",
                    "≤ 50 ms once warm",
                    statistics.median(times) <= 0.05,
                )
                for name, times in answers.items()
            ),
            Row("server at rest", f"{rest:.0f} MiB", "≤ 250 MiB", rest <= 250),
        ),
    )


def _p(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextlib.contextmanager
def _serving() -> Iterator[tuple[str, int, float]]:
    """Start `make play` with data of its own; give address, process and the seconds it took."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        options = f"--no-browser --data {data}"
        began = time.perf_counter()
        process = subprocess.Popen(
            ["make", "play", f"PORT={port}", f"ARGS={options}"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"{url}/health").raise_for_status()
                    break
                if time.perf_counter() - began > PATIENCE_S:
                    raise TimeoutError(f"nothing serves at {url}")
                time.sleep(0.01)
            yield url, _server_pid(process.pid), time.perf_counter() - began
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(PATIENCE_S)


def _server_pid(group: int) -> int:
    """Return the process of make's group that is the server: the one with the most memory."""
    pids = [int(p.name) for p in Path("/proc").iterdir() if p.name.isdigit()]
    with_group = []
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) == group:
                with_group.append(pid)
    return max(with_group, key=_resident_mib)


def _start_once() -> float:
    with _serving() as (_, _, took):
        return took


def _resident_mib(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def _first_load(url: str) -> int:
    """Return the bytes of bodies and headers that a cold browser receives for the home page."""
    with sync_playwright() as playwright:
        program = chromium.find(playwright)
        browser = playwright.chromium.launch(executable_path=program, args=chromium.arguments())
        page = browser.new_page()
        received: list[int] = []
        session = page.context.new_cdp_session(page)
        session.on(
            "Network.loadingFinished", lambda e: received.append(int(e["encodedDataLength"]))
        )
        session.send("Network.enable")
        page.goto(url, wait_until="networkidle")
        browser.close()
    return sum(received)


class _Player:
    """A guest with a socket."""

    def __init__(self, url: str, code: str | None, nickname: str) -> None:
        self.client = httpx.Client(base_url=url, headers={"origin": url})
        if code is None:
            options = {"bidding": "called", "round_clock_ms": 300_000, "lay_clock_ms": 120_000}
            body = {"game": "match", "nickname": nickname, "seats": 2, "options": options}
            code = str(self._post("/api/tables", body)["code"])
        else:
            self._post(f"/api/tables/{code}/sit", {"nickname": nickname})
        self.code = code
        self.games = 1
        cookie = "; ".join(f"{k}={v}" for k, v in self.client.cookies.items())
        self.socket: ClientConnection = connect(
            f"{url.replace('http', 'ws')}/ws/{code}",
            origin=url,  # type: ignore[arg-type]
            additional_headers={"cookie": cookie},
            compression=None,
        )

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.client.post(path, json=body).raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def send(self, **frame: Any) -> None:  # noqa: ANN401 - a frame is JSON
        self.socket.send(json.dumps(frame))

    def update(self, *events: str) -> dict[str, Any]:
        """Return the next update in which one of the events is."""
        while True:
            frame: dict[str, Any] = json.loads(self.socket.recv(PATIENCE_S))
            if frame["t"] == "refused":
                raise AssertionError(frame)
            if frame["t"] == "update" and any(e["type"] in events for e in frame["events"]):
                return frame


def _bid_travel(url: str) -> list[float]:
    """Return seconds from a bidder's send until the other seat has the update, many times."""
    one = _Player(url, None, "One")
    two = _Player(url, one.code, "Two")
    one.send(t="start", id="start")
    started = one.update("round_opened")
    two.update("round_opened")
    round_number = started["view"]["round"]
    took = []
    for n in range(BIDS):
        bid = {"type": "call_bid", "round": round_number, "value": 2}
        began = time.perf_counter()
        one.send(t="act", id=f"bid{n}", action=bid)
        two.update("bid_placed")
        took.append(time.perf_counter() - began)
        one.update("bid_placed")
        round_number = _end_round(one, two, round_number, n)
        time.sleep(0.1)  # the server turns away who sends more than a person would
    return took


def _end_round(one: _Player, two: _Player, round_number: int, n: int) -> int:
    """Void the bid, so that no word is needed, and return the next round's number.

    Everybody draws a card then; when there are none left, another game begins at the table.
    """
    two.send(t="act", id=f"pass{n}", action={"type": "pass", "round": round_number})
    one.update("laying_opened")
    one.send(t="act", id=f"void{n}", action={"type": "pass", "round": round_number})
    opened = one.update("round_opened", "match_ended")
    two.update("round_opened", "match_ended")
    if opened["view"]["ended"]:
        one.games += 1
        for player in (one, two):
            player.send(t="ready", id=f"ready{n}", game=one.games)
        opened = one.update("round_opened")
        two.update("round_opened")
    number: int = opened["view"]["round"]
    return number


def _bot_answers() -> dict[str, list[float]]:
    """Return seconds of many decisions, by level and hand."""
    from bench.positions import match_views
    from wordlot.bots import LEVELS, decide, warm
    from wordlot.core.chance import Stream
    from wordlot.games.match.rules import MATCH
    from wordlot.words import load

    lexicon = load()
    warm("match", lexicon)
    found: dict[str, list[float]] = {}
    for held in (7, 14):
        views = match_views(held, 60)
        for info in LEVELS:
            times = found.setdefault(f"{info.level.value}, hand of {held}", [])
            for i, view in enumerate(views):
                offers = MATCH.offers(view)
                chance = Stream(i.to_bytes(8, "big"))
                began = time.perf_counter()
                decide("match", view, offers, level=info.level, chance=chance, lexicon=lexicon)
                times.append(time.perf_counter() - began)
    return found
