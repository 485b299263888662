"""The page's translation of the rules is fresh, and says in whole games what the rules say."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hatch_build import node_home
from tests.server import clause_cases
from wordlot.server.clauses.__main__ import FOLDER, main, render
from wordlot.server.clauses.linking import Translation
from wordlot.server.clauses.sources import Place, Sources, Untranslatable
from wordlot.server.clauses.statements import Functions

REPLAY = """
import { readFileSync } from 'node:fs';
import { differences } from '%s';
const { games } = JSON.parse(readFileSync(0));
console.log(JSON.stringify(games.flatMap(differences)));
"""


def test_translation_and_cases_are_those_of_the_rules() -> None:
    assert (FOLDER / "rules.js").read_text() == render()
    assert clause_cases.TARGET.read_text() == clause_cases.render()


def test_the_check_fails_on_a_stale_translation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("wordlot.server.clauses.__main__.FOLDER", tmp_path)
    assert main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    assert main([]) == 0
    assert main(["--check"]) == 0


def test_whole_games_of_every_setting_are_told_alike() -> None:
    """Events, refusals, views and offers of every seat, and deadlines, step by step."""
    games = [
        clause_cases.told(name, seats, options, seed)
        for seed, (name, seats, options) in enumerate(clause_cases.all_settings())
    ]
    script = REPLAY % (FOLDER / "replay.ts").as_uri()
    ran = subprocess.run(
        [node_home() / "bin/node", "--input-type=module", "--eval", script],
        input=json.dumps({"games": games}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout) == []


def test_what_cannot_be_translated_is_named_and_never_left_out() -> None:
    source = Sources()["wordlot.games.match.placing"]
    code = Functions(source, Translation({}))
    for text in ("x ** 2", "await x", "f'{x:04}'", "unheard_of", "lambda *x: 1", "Play(**{})"):
        with pytest.raises(Untranslatable, match=r"placing"):
            code.value(ast.parse(text, mode="eval").body)
    for text in ("with x: pass", "x: int = yield", "global x", "raise"):
        with pytest.raises(Untranslatable):
            list(every(code, text))


def every(code: Functions, text: str) -> Iterator[str]:
    return code.block(ast.parse(text).body)


def test_names_are_followed_to_where_they_are_defined() -> None:
    sources = Sources()
    found = sources.resolve(Place("wordlot.games.match.rules", "evolve"))
    assert found == Place("wordlot.games.match.evolve", "evolve")
    assert found.js == "match_evolve_evolve"
