"""Every clause of the rules for players is held by a test, and the code cites no other."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGES = sorted((TESTS.parent / "docs" / "rules").glob("*.md"))
SOURCES = sorted((TESTS.parent / "src" / "wordlot").rglob("*.py"))

_CLAUSE = re.compile(r"\b([MBX]\d+(?:\.\d+)?)\b")
MATCH_CLAUSES = {"M1": 3, "M2": 2, "M3": 5, "M4": 5, "M5": 3, "M6": 4, "M7": 2, "M8": 2, "M9": 1}
"""How many clauses each part of Match has."""
BAG_CLAUSES = {"B1": 3, "B2": 2, "B3": 2, "B4": 4, "B5": 5, "B6": 2, "B7": 5, "B8": 1, "B9": 2}
"""The same of Bet the Bag."""
PAGE_CLAUSES = {"match.md": MATCH_CLAUSES, "bet-the-bag.md": BAG_CLAUSES}


def clauses(text: str) -> set[str]:
    return {name for name in _CLAUSE.findall(text) if "." in name or name[0] == "X"}


@cache
def stated() -> frozenset[str]:
    return frozenset(name for page in PAGES for name in clauses(page.read_text()))


def citing_tests(path: Path) -> Iterator[str]:
    """Yield what the tests of a file say of themselves."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
            "test"
        ):
            yield ast.get_docstring(node) or ""


@cache
def cited() -> frozenset[str]:
    files = TESTS.rglob("test_*.py")
    return frozenset(
        name for path in files for text in citing_tests(path) for name in clauses(text)
    )


@pytest.mark.parametrize("name", PAGE_CLAUSES)
def test_a_page_states_every_clause_of_its_game(name: str) -> None:
    parts = PAGE_CLAUSES[name]
    expected = {f"{part}.{i}" for part, n in parts.items() for i in range(1, n + 1)}
    page = clauses((TESTS.parent / "docs" / "rules" / name).read_text())
    assert page == expected | {"X1", "X1.1", "X1.2", "X2", "X3"}


@pytest.mark.parametrize("clause", sorted(stated()))
def test_a_clause_is_cited_by_a_test(clause: str) -> None:
    assert clause in cited()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_code_cites_clauses_that_there_are(path: Path) -> None:
    games = {name[0] for name in stated()}
    named = {name for name in clauses(path.read_text()) if name[0] in games}
    assert named <= stated()
