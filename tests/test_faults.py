"""Every kind of fault that others had has a test here that is there, and is collected."""

import ast
import re
from pathlib import Path

import pytest
from typer.main import get_command

from tests.faults import FAULTS
from wordlot.cli import app
from wordlot.server.app import create_app
from wordlot.server.serve import HEARTBEAT_S, configure
from wordlot.server.settings import Settings

ROOT = Path(__file__).parent.parent
KINDS = 20
TITLE = r"^\s*(?:test|it)\('(.+?)', "
SKIPPING = r"(mark\.skip|mark\.skipif|mark\.xfail|pytest\.skip|importorskip|it\.skip|test\.skip)\("


def test_every_kind_of_fault_is_listed() -> None:
    assert set(FAULTS) == set(range(1, KINDS + 1))
    assert all(fault.here and fault.tests for fault in FAULTS.values())


def names_of(path: Path) -> set[str]:
    """Return the names of the tests of a file, or their titles."""
    text = path.read_text()
    if path.suffix == ".ts":
        return {match[1] for match in re.finditer(TITLE, text, re.MULTILINE)}
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.parse(text).body if isinstance(node, functions)}


@pytest.mark.parametrize("number", FAULTS)
def test_the_tests_of_a_fault_are_there_and_none_is_skipped(number: int) -> None:
    for file, names in FAULTS[number].tests.items():
        path = ROOT / file
        # What pytest and vitest collect.
        assert re.fullmatch(r"tests/(.+/)?test_\w+\.py|web/src/.+\.test\.ts", file)
        assert set(names) <= names_of(path), file
        assert not re.search(SKIPPING, path.read_text()), file


def test_every_setting_of_a_server_is_documented() -> None:
    page = (ROOT / "docs" / "guide" / "serving.md").read_text()
    sources = (path.read_text() for path in (ROOT / "src" / "wordlot").rglob("*.py"))
    variables = {name for text in sources for name in re.findall(r'"(WORDLOT_[A-Z_]+)"', text)}
    assert variables >= {"WORDLOT_DATA", "WORDLOT_ORIGINS", "WORDLOT_URL"}
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]  # it is a group
    options = {option for parameter in serve.params for option in parameter.opts}
    options -= {"--browser", "--help"}
    assert options >= {"--host", "--port"}
    for name in variables | options | {"--no-browser"}:
        assert f"`{name}" in page, name


def test_a_silent_page_is_asked_whether_it_is_there() -> None:
    """Both ends then know within a minute that a line died without a word."""
    config = configure(create_app(Settings()), Settings())
    assert config.ws_ping_interval == config.ws_ping_timeout == HEARTBEAT_S
    assert 0 < HEARTBEAT_S <= 30
