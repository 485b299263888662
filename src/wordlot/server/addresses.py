"""Who a client is by its network address: the one place that limits, quotas and logs ask.

Trusted proxies pass an address on in `X-Forwarded-For`. `Forwarded` (RFC 7239) is not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    collapse_addresses,
    ip_address,
    ip_network,
)
from typing import NamedTuple, TypeAlias

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from wordlot.core.errors import InvalidNotation
from wordlot.server import logs

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

LOOPBACK = "127.0.0.0/8,::1"
HOPS = 16
"""The most proxies one behind the other that are followed."""
MOST_PUBLIC = {4: 2**24, 6: 2**108}
"""Public addresses that may be trusted, by version; the largest content networks have fewer."""
_KEY = "wordlot.address"
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 clients of a server that has IPv6 alone (RFC 6052)."""
_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household has in common; it can choose the others."""


class ClientAddress(NamedTuple):
    """Who asks, as far as the network tells."""

    text: str
    """The address; empty where the connection has none."""
    group: str
    """Who is limited together: an IPv4 address, or all addresses of an IPv6 network of 64 bits."""
    exempt: bool
    """Whether no limits by address hold."""


UNKNOWN = ClientAddress("", "", exempt=False)


def networks(text: str, setting: str) -> tuple[Network, ...]:
    """Read addresses and networks separated by commas. `InvalidNotation` names the setting."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(ip_network(part))
        except ValueError as error:
            raise InvalidNotation(
                f"{setting}: {part!r} is neither an address nor a network ({error})"
            ) from None
    return tuple(found)


def proxies(text: str, setting: str) -> tuple[Network, ...]:
    """Read the proxies to trust. `InvalidNotation` where clients could then choose their address.

    They could where a good part of all public addresses is trusted: theirs would be among them.
    """
    found = networks(text, setting)
    for version, most in MOST_PUBLIC.items():
        of_version = [network for network in found if network.version == version]
        merged: Iterable[Network] = collapse_addresses(of_version)  # type: ignore[type-var]
        public = sum(network.num_addresses for network in merged if not network.is_private)
        if public >= most:
            raise InvalidNotation(
                f"{setting} trusts {public:,} public addresses, so clients could choose their own "
                "by a header; name the proxies alone"
            )
    return found


def address_of(scope: Scope) -> ClientAddress:
    """Return who a request or a socket comes from."""
    found: ClientAddress = scope.get(_KEY, UNKNOWN)
    return found


def group_of(peer: str) -> str:
    """Return who is limited together with a peer of a connection; empty where it has no address."""
    return limited_as(peer, ())


def limited_as(peer: str, unlimited: tuple[Network, ...]) -> str:
    """Return who is limited together with a peer of a connection; empty where nobody is."""
    address = _address(peer)
    return "" if address is None or _within(address, unlimited) else _group(address)


def is_within(peer: str, found: tuple[Network, ...]) -> bool:
    """Tell whether a peer of a connection is in one of some networks."""
    address = _address(peer)
    return address is not None and _within(address, found)


def client_of(
    scope: Scope, proxies: tuple[Network, ...], exempt: tuple[Network, ...]
) -> ClientAddress:
    """Return who a request comes from, behind proxies that are trusted."""
    peer, _ = scope.get("client") or ("", 0)
    address = _address(peer)
    if address is None:
        return UNKNOWN
    headers = Headers(scope=scope)
    if _within(address, proxies):
        address = _client(address, headers, proxies)
    # Nobody else can claim to be this machine: what comes through a proxy never counts as it.
    local = address.is_loopback and "x-forwarded-for" in headers
    free = _within(address, exempt) and not local
    return ClientAddress(str(address), _group(address), free)


class Addresses:
    """Tells whoever serves a request who it comes from, behind whatever proxies are trusted."""

    def __init__(
        self, app: ASGIApp, *, proxies: tuple[Network, ...], exempt: tuple[Network, ...]
    ) -> None:
        self._app = app
        self._proxies = proxies
        self._exempt = exempt

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] in {"http", "websocket"}:
            self._resolve(scope)
            logs.caused_by(address_of(scope).group)
        await self._app(scope, receive, send)

    def _resolve(self, scope: Scope) -> None:
        found = scope[_KEY] = client_of(scope, self._proxies, self._exempt)
        if found is UNKNOWN:
            return
        peer, port = scope["client"]
        if is_within(peer, self._proxies):
            proto = Headers(scope=scope).get("x-forwarded-proto", "").strip().lower()
            if proto in {"http", "https"}:
                socket = scope["type"] == "websocket"
                scope["scheme"] = proto.replace("http", "ws") if socket else proto
        scope["client"] = (found.text, port)


def _client(peer: Address, headers: Headers, proxies: tuple[Network, ...]) -> Address:
    """Return the last address before those that are trusted, read from the right.

    What stands further left any client can have written. So can one that is no address: who
    passed it on is all that is known then.
    """
    hops = ",".join(headers.getlist("x-forwarded-for")).split(",")
    address = peer
    for hop in hops[: -HOPS - 1 : -1]:
        before = _address(hop)
        if before is None or not _within(address, proxies):
            break
        address = before
    return address


def _address(text: str) -> Address | None:
    """Read an address as proxies and sockets write it, with or without a port or a zone."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _within(address: Address, found: tuple[Network, ...]) -> bool:
    return any(address in network for network in found)


def _group(address: Address) -> str:
    if address in _TRANSLATED:
        # All of IPv4 is in this one network, where a translator stands before the server.
        return str(IPv4Address(int(address) & 0xFFFF_FFFF))
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, _HOUSEHOLD), strict=False))
