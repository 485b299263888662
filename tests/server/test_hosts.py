"""The names of a server: what calls it otherwise is refused, and its public address is in links."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from tests.server.harness import House, serving
from wordlot.core.errors import InvalidNotation
from wordlot.server.guests import ONCE
from wordlot.server.settings import Settings

pytestmark = pytest.mark.anyio
PUBLIC = "https://words.example"


async def status_for(house: House, host: str, path: str = "/api/tables") -> int:
    answer = await house.person().http.get(path, headers={"Host": host})
    if answer.status_code == 421:
        assert answer.json()["code"] == "foreign"
        assert answer.json()["text"]
        assert "content-security-policy" in answer.headers
    return answer.status_code


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8000",
        "localhost",
        "LOCALHOST.:80",
        "words.localhost:8000",
        "[::1]:8000",
        "192.168.1.5:8000",
        "203.0.113.5",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8000",
    ],
)
async def test_play_here_and_on_the_own_network_needs_no_settings(house: House, host: str) -> None:
    assert await status_for(house, host) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "words.example",
        "",
        "localhost:port",
        "localhost:123456",
        "[evil.example]",
        "[::1",
        "[::1]evil",
        "user@localhost",
        "localhost/evil",
        "0x7f000001",
        "::1",
        "\xe9vil",
    ],
)
@pytest.mark.parametrize("path", ["/", "/health", "/api/tables", "/assets/x.js"])
async def test_a_name_that_is_not_the_servers_is_refused(
    house: House, host: str, path: str
) -> None:
    """A page of another site, whose name was made to point here, gets nothing (DNS rebinding)."""
    reader, writer = await asyncio.open_connection(*house.address[7:].split(":"))
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin1")
    )
    answer = await reader.read()
    writer.close()
    # What is no host at all the parser may refuse by itself.
    assert answer.split()[1] in {b"421", b"400"}


async def test_a_socket_by_another_name_is_refused_too(house: House) -> None:
    code = await house.person().create()
    reader, writer = await asyncio.open_connection(*house.address[7:].split(":"))
    lines = [f"GET /ws/{code} HTTP/1.1", "Host: evil.example", "Origin: http://evil.example"]
    lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
    lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
    writer.write("\r\n".join(lines).encode())
    answer = await reader.readuntil(b"\r\n")
    writer.close()
    assert answer.startswith(b"HTTP/1.1 421 ")


async def test_the_public_address_and_pages_elsewhere_are_own_names(tmp_path: Path) -> None:
    origins = ("https://other.example:8443",)
    async with serving(tmp_path, url=PUBLIC, origins=origins, host="server.lan") as house:
        for host in ("words.example", "other.example", "server.lan:8000", "127.0.0.1"):
            assert await status_for(house, host) == 200
        assert await status_for(house, "evil.example") == 421


async def test_links_and_pictures_show_the_public_address(tmp_path: Path) -> None:
    async with serving(tmp_path, url=PUBLIC, link="http://192.168.1.5:8000") as house:
        code = await house.person().create()
        link = await house.person().http.get(f"/api/tables/{code}/link")
        assert link.json()["url"] == f"{PUBLIC}/t/{code}"


async def test_only_pages_of_the_public_address_act_there_and_their_cookie_is_secure(
    tmp_path: Path,
) -> None:
    body = {"game": "tally", "nickname": "Mira", "seats": 2}
    async with serving(tmp_path, url=PUBLIC) as house:

        async def make(origin: str, host: str) -> tuple[int, str]:
            headers = {"Origin": origin, "Host": host}
            answer = await house.person().http.post("/api/tables", json=body, headers=headers)
            return answer.status_code, answer.headers.get("set-cookie", "")

        status, cookie = await make(PUBLIC, "words.example")
        assert status == 200
        assert cookie.startswith(f"{ONCE}_")
        assert "; Secure" in cookie
        assert (await make("http://words.example", "words.example"))[0] == 403
        status, cookie = await make("http://192.168.1.5:8000", "192.168.1.5:8000")
        assert (status, "; Secure" in cookie) == (200, False)


@pytest.mark.parametrize(
    "text",
    [
        "words.example",
        "ftp://words.example",
        "https://words.example/path",
        "https://user@words.example",
        "https://words.example?x",
        "https://",
        "https://[::1",
        "https://words.example:99999",
    ],
)
@pytest.mark.parametrize("setting", ["WORDLOT_URL", "WORDLOT_ORIGINS"])
def test_an_address_that_is_none_is_refused_at_start(
    text: str, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, text)
    with pytest.raises(InvalidNotation, match=setting):
        Settings()


def test_addresses_are_taken_as_browsers_name_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDLOT_URL", " https://Words.Example:443/ ")
    monkeypatch.setenv("WORDLOT_ORIGINS", "http://a.example:80,, https://[2001:DB8::1]:8443")
    settings = Settings()
    assert settings.url == PUBLIC
    assert settings.origins == ("http://a.example", "https://[2001:db8::1]:8443")
