"""What every test shares: bounded, repeatable properties and folders of its own."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from wordlot.words import Lexicon, Library

# No deadline: a test never judges speed, and two cores may be busy with others.
settings.register_profile("wordlot", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("wordlot"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "wordlot")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests out of the data of the person who runs them."""
    monkeypatch.setenv("WORDLOT_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="session")
def english(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """Return the packaged lexicon, compiled for this run of the tests."""
    folder = tmp_path_factory.mktemp("words")
    return Library(folder / "data", folder / "cache").load()


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutine tests on asyncio, as the server does."""
    return "asyncio"
