"""Addresses: who counts as one where things are shared out by address, and whose requests are the operator's."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from sheepfold.core.errors import BadOption
from sheepfold.core.words import gettext as _

NOBODY = "?"
HOUSEHOLD = 64
"""Bits of an IPv6 address that a provider gives to one household, which may have any address below."""

AddressRange = IPv4Network | IPv6Network
Client = tuple[str, int] | None


def address_of(client: Client) -> str:
    """Who a request is counted for; behind a trusted proxy, whoever asked the proxy."""
    return _counted(client[0]) if client else NOBODY


@lru_cache(1024)
def _counted(host: str) -> str:
    address = _read(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, HOUSEHOLD), strict=False))
    return str(address) if address else host[:64]


def _read(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:  # a path, a name: whatever else a server may listen on
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def read_networks(text: str) -> tuple[AddressRange, ...]:
    """Addresses and networks, with commas between: `127.0.0.1, 10.0.0.0/8`."""
    try:
        return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())
    except ValueError as error:
        sentence = _("{text!r} are no addresses or networks such as `127.0.0.1, 10.0.0.0/8`: {reason}.")
        raise BadOption(sentence.format(text=text, reason=error)) from None


def is_within(client: Client, networks: tuple[AddressRange, ...]) -> bool:
    """Whether a request comes from one of these."""
    address = _read(client[0]) if client else None
    return address is not None and any(address in network for network in networks)
