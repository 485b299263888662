"""Who a client is: proxies are believed when they are trusted, and nobody chooses an address."""

from __future__ import annotations

import pytest
from starlette.types import Scope

from wordlot.core.errors import InvalidNotation
from wordlot.server.addresses import (
    LOOPBACK,
    Addresses,
    ClientAddress,
    address_of,
    networks,
    proxies,
)
from wordlot.server.settings import Settings

pytestmark = pytest.mark.anyio


async def resolved(
    peer: str | None,
    *passed_on: str,
    trusted: str = LOOPBACK,
    exempt: str = LOOPBACK,
    proto: str = "",
    kind: str = "http",
) -> tuple[ClientAddress, Scope]:
    found: list[Scope] = []

    async def app(scope: Scope, *_: object) -> None:
        found.append(scope)

    headers = [(b"x-forwarded-for", text.encode("latin1")) for text in passed_on]
    if proto:
        headers.append((b"x-forwarded-proto", proto.encode()))
    scheme = "ws" if kind == "websocket" else "http"
    scope: Scope = {"type": kind, "headers": headers, "scheme": scheme}
    scope["client"] = None if peer is None else (peer, 4321)
    middleware = Addresses(
        app, proxies=networks(trusted, "PROXIES"), exempt=networks(exempt, "EXEMPT")
    )
    await middleware(scope, None, None)  # type: ignore[arg-type]  # nobody reads or writes
    return address_of(found[0]), found[0]


@pytest.mark.parametrize(
    ("peer", "passed_on", "trusted", "expected"),
    [
        ("192.0.2.1", (), LOOPBACK, "192.0.2.1"),
        # Who is no proxy can say what it likes.
        ("192.0.2.1", ("198.51.100.7",), LOOPBACK, "192.0.2.1"),
        ("127.0.0.1", ("198.51.100.7",), LOOPBACK, "198.51.100.7"),
        ("127.0.0.1", ("198.51.100.7",), "10.0.0.1", "127.0.0.1"),
        # A client wrote the left part, and proxies add to the right.
        ("127.0.0.1", ("203.0.113.9, 198.51.100.7",), LOOPBACK, "198.51.100.7"),
        ("127.0.0.1", ("203.0.113.9", "198.51.100.7"), LOOPBACK, "198.51.100.7"),
        ("127.0.0.1", ("127.0.0.1, 198.51.100.7",), LOOPBACK, "198.51.100.7"),
        ("10.0.0.1", ("203.0.113.9, 198.51.100.7, 10.0.0.2",), "10.0.0.0/30", "198.51.100.7"),
        # A container's network, over a socket of both versions of IP.
        ("::ffff:172.17.0.2", ("::ffff:198.51.100.7",), "172.16.0.0/12", "198.51.100.7"),
        ("127.0.0.1", ("198.51.100.7:5000",), LOOPBACK, "198.51.100.7"),
        ("127.0.0.1", ("[2001:db8::1]:5000",), LOOPBACK, "2001:db8::1"),
        ("fe80::1%eth0", (), LOOPBACK, "fe80::1"),
        # What is no address hides nobody: the proxy itself is asked to be patient.
        ("10.0.0.1", ("198.51.100.7, unknown",), "10.0.0.1", "10.0.0.1"),
        ("10.0.0.1", ("198.51.100.7, ",), "10.0.0.1", "10.0.0.1"),
        ("10.0.0.1", ("\xff\xfe",), "10.0.0.1", "10.0.0.1"),
        # All of them trusted: a proxy that asks for itself.
        ("10.0.0.1", ("10.0.0.2",), "10.0.0.0/30", "10.0.0.2"),
        ("10.0.0.1", ("198.51.100.7," + "10.0.0.1," * 500 + "10.0.0.1",), "10.0.0.1", "10.0.0.1"),
    ],
)
async def test_the_last_address_before_trusted_proxies_is_the_clients(
    peer: str, passed_on: tuple[str, ...], trusted: str, expected: str
) -> None:
    address, scope = await resolved(peer, *passed_on, trusted=trusted)
    assert address.text == expected
    assert scope["client"] == (expected, 4321)


@pytest.mark.parametrize(
    ("peer", "passed_on", "exempt", "expected"),
    [
        ("127.0.0.1", (), LOOPBACK, True),
        ("::1", (), LOOPBACK, True),
        ("127.0.0.1", (), "", False),
        ("192.168.1.7", (), LOOPBACK, False),
        ("192.168.1.7", (), "192.168.1.0/24", True),
        ("127.0.0.1", ("198.51.100.7",), LOOPBACK, False),
        ("127.0.0.1", ("198.51.100.7",), "198.51.100.7", True),
        # Through a proxy anybody may say so.
        ("127.0.0.1", ("127.0.0.1",), LOOPBACK, False),
        ("127.0.0.1", ("",), LOOPBACK, False),
        ("", (), LOOPBACK, False),
        (None, (), LOOPBACK, False),
        ("testclient", (), LOOPBACK, False),
    ],
)
async def test_only_this_machine_itself_and_whom_the_owner_names_is_exempt(
    peer: str | None, passed_on: tuple[str, ...], exempt: str, *, expected: bool
) -> None:
    address, _ = await resolved(peer, *passed_on, exempt=exempt)
    assert address.exempt is expected


async def test_a_household_is_limited_as_one_whichever_of_its_addresses_it_takes() -> None:
    groups = {(await resolved(f"2001:db8:1:2::{i}"))[0].group for i in range(1, 9)}
    assert groups == {"2001:db8:1:2::/64"}
    assert (await resolved("2001:db8:1:3::1"))[0].group not in groups


@pytest.mark.parametrize(
    ("peer", "kind", "proto", "expected"),
    [
        ("127.0.0.1", "http", "https", "https"),
        ("127.0.0.1", "websocket", "https", "wss"),
        ("127.0.0.1", "http", "javascript", "http"),
        ("192.0.2.1", "http", "https", "http"),
    ],
)
async def test_a_trusted_proxy_tells_the_scheme(
    peer: str, kind: str, proto: str, expected: str
) -> None:
    _, scope = await resolved(peer, proto=proto, kind=kind)
    assert scope["scheme"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0/0",
        "::/0",
        "2000::/3",
        "0.0.0.0/1, 128.0.0.0/1",
        ",".join(f"{i}.0.0.0/9" for i in range(1, 9)),
        "8.0.0.0/7",
        "*",
        "proxy.example",
        "10.0.0.1/8",
        "1.2.3",
    ],
)
def test_proxies_that_would_let_clients_choose_their_address_are_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDLOT_PROXIES", text)
    with pytest.raises(InvalidNotation, match="WORDLOT_PROXIES"):
        Settings()


@pytest.mark.parametrize(
    "text",
    ["", "127.0.0.1", "10.0.0.0/8, 172.16.0.0/12", "104.16.0.0/13,2606:4700::/32", "fc00::/7"],
)
def test_proxies_of_a_house_a_container_and_a_content_network_are_taken(text: str) -> None:
    assert len(proxies(text, "WORDLOT_PROXIES")) == len(list(filter(None, text.split(","))))


@pytest.mark.parametrize(
    ("peer", "group"),
    [
        ("64:ff9b::c000:201", "192.0.2.1"),
        ("64:ff9b::c633:6407", "198.51.100.7"),
        ("64:ff9b:1::1", "64:ff9b:1::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
    ],
)
async def test_people_behind_a_translator_of_addresses_are_not_one_household(
    peer: str, group: str
) -> None:
    found, _ = await resolved(peer)
    assert (found.group, found.exempt) == (group, False)


async def test_a_translated_address_is_never_this_machine() -> None:
    found, _ = await resolved("64:ff9b::7f00:1")
    assert not found.exempt
