"""The wire's types in TypeScript are those of the server, and a page's files are served well."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from wordlot.server import wire_ts
from wordlot.server.http import answering
from wordlot.server.static import Pages

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def small_game() -> None:
    """Leave the games as they are: the file of types knows no game of the tests."""


def test_the_page_has_the_types_of_the_server() -> None:
    assert wire_ts.TARGET.read_text() == wire_ts.render()


def test_a_stale_file_of_types_fails_the_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(wire_ts, "TARGET", tmp_path / "wire.ts")
    assert wire_ts.main(["--check"]) == 1
    assert wire_ts.main([]) == 0
    assert wire_ts.main(["--check"]) == 0
    (tmp_path / "wire.ts").write_text("export {};\n")
    assert wire_ts.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err


def test_every_type_that_is_named_is_declared() -> None:
    text = wire_ts.render()
    for name in ("Frame", "Sent", "MatchAction", "MatchEvent", "MatchOffer", "MatchView", "Lobby"):
        assert f"export interface {name} " in text or f"export type {name} " in text


@pytest.fixture
def pages(tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Wordlot</title>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("export const answer = 42;" * 100)
    (tmp_path / "assets" / "inter.woff2").write_bytes(b"wOF2")
    (tmp_path / ".sources").write_text("stamp")
    (tmp_path.parent / "secret.txt").write_text("secret")
    return browser(tmp_path)


def browser(folder: Path) -> httpx.AsyncClient:
    """Return a client of a server that has nothing but pages."""
    routes = [Route("/{path:path}", answering(Pages(folder).serve), methods=["GET"])]
    transport = httpx.ASGITransport(Starlette(routes=routes))
    return httpx.AsyncClient(transport=transport, base_url="http://wordlot")


@pytest.mark.parametrize("path", ["/", "/t/CDFHJK", "/rules/match"])
async def test_every_address_of_a_page_is_the_page(pages: httpx.AsyncClient, path: str) -> None:
    response = await pages.get(path)
    assert "<title>Wordlot</title>" in response.text
    assert response.headers["cache-control"] == "no-cache"


async def test_a_file_whose_name_holds_its_hash_is_cached_for_ever_and_compressed(
    pages: httpx.AsyncClient,
) -> None:
    for accepted, form in (("gzip, deflate, br", "br"), ("gzip, deflate", "gzip")):
        sent = {"accept-encoding": accepted}
        response = await pages.get("/assets/app-1a2b.js", headers=sent)
        assert "immutable" in response.headers["cache-control"]
        assert response.headers["content-encoding"] == form
        assert int(response.headers["content-length"]) < len(response.content)
    plain = await pages.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == response.content
    assert "content-encoding" not in (await pages.get("/assets/inter.woff2")).headers


async def test_a_page_that_has_the_file_is_not_sent_it_again(pages: httpx.AsyncClient) -> None:
    etag = (await pages.get("/")).headers["etag"]
    assert (await pages.get("/", headers={"if-none-match": etag})).status_code == 304


@pytest.mark.parametrize(
    "path", ["/no.js", "/.sources", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/gone.css"]
)
async def test_nothing_outside_of_the_bundle_is_served(pages: httpx.AsyncClient, path: str) -> None:
    response = await pages.get(path)
    assert response.status_code == 404
    assert "secret" not in response.text


async def test_a_bundle_that_is_not_built_is_told(tmp_path: Path) -> None:
    response = await browser(tmp_path).get("/")
    assert (response.status_code, "make setup" in response.text) == (503, True)
