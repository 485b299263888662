"""Odd requests to every route of a server, at length."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.prove.doors import logged
from tests.prove.promises import Scale
from tests.server.harness import serving
from tests.server.oddities import Line, requests
from wordlot.server import rate_limit
from wordlot.server.buckets import Rate

REQUESTS = 100_000
BATCH = 100


def asked_oddly(scale: Scale, luck: Random) -> Counter[str]:
    """Ask every route for odd things; count requests, faults, and bytes sent and logged."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch, logged() as log:
        # Nobody is turned away, so that each is looked at.
        patch.setattr(rate_limit, "PER_S", 1e9)
        patch.setattr(rate_limit, "LOOKS", Rate(1e9, 1e9))
        counts = asyncio.run(_ask(scale, Path(name), luck))
        text = log.getvalue()
    counts["faults"] += sum("_fault" in line or "Traceback" in line for line in text.splitlines())
    counts["logged"] = len(text)
    return counts


async def _ask(scale: Scale, folder: Path, luck: Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    async with serving(folder) as house:
        code, mira, _ = await house.pair(game="match")
        line, asking = Line(house.address), requests(house.app, code, luck)
        for _ in scale.until(lambda: counts["requests"], short=1_000, long=REQUESTS):
            for asked in islice(asking, BATCH):
                answer = await line.ask(asked)
                counts["faults"] += answer is None or answer.status >= 500
            counts["requests"] += BATCH
            await mira.settled()
            mira.frames.clear()
            mira.raw.clear()
        line.close()
        counts["sent"] = line.sent
    return counts
