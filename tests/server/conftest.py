"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.harness import TALLY_GAME, House, serving
from wordlot.games.registry import GAMES


@pytest.fixture(autouse=True)
def small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the small game of the table tests too: a server knows games by the registry alone."""
    monkeypatch.setitem(GAMES, "tally", TALLY_GAME)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with serving(tmp_path / "house") as running:
        yield running
