"""Where others find this machine: its addresses in the networks it is in."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

LOOPBACK = "127.0.0.1"
EVERYWHERE = frozenset({"0.0.0.0", "::"})
SOMEWHERE = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1")
"""Addresses elsewhere: outside, and in the networks that are private."""


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine, the one used most first; none without a network.

    Nothing is sent: the system is asked from where it would send.
    """
    found: list[str] = []
    for elsewhere in SOMEWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect((elsewhere, 9))
            found.append(asking.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if _is_reachable(address)]


def _is_reachable(address: str) -> bool:
    """Whether others may reach a machine there."""
    read = ip_address(address)
    return not (read.is_loopback or read.is_unspecified or read.is_link_local)


def address_of(host: str, port: int) -> str:
    """What to type into a browser.

    >>> address_of("127.0.0.1", 8765), address_of("::1", 80), address_of("0.0.0.0", 80)
    ('http://127.0.0.1:8765/', 'http://[::1]:80/', 'http://127.0.0.1:80/')
    """
    name = LOOPBACK if host in EVERYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that listens there.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def addresses_for_others(host: str, port: int, names: tuple[str, ...] = ()) -> list[str]:
    """What others type, the likeliest first; nothing if nobody else reaches this machine.

    A server that listens on loopback, and yet answers to a name, has a proxy in front of it.

    >>> addresses_for_others("127.0.0.1", 8765)
    []
    >>> addresses_for_others("127.0.0.1", 8765, ("school.example",))
    ['https://school.example/']
    >>> addresses_for_others("192.168.1.7", 8765, ("teacher.local",))
    ['http://teacher.local:8765/', 'http://192.168.1.7:8765/']
    """
    if is_loopback(host):
        return [f"https://{name}/" for name in names]
    own = own_addresses() if host in EVERYWHERE else [host]
    return [address_of(name, port) for name in (*names, *own)]


def say_class(addresses: list[str], host: str, port: int) -> str:
    """In one line, where the class of a server that listens there is.

    >>> say_class(["http://192.168.1.7:8765/"], "0.0.0.0", 8765)
    'Sapper is at http://192.168.1.7:8765/ for the class (Ctrl-C stops it)'
    >>> say_class(["http://a/", "http://b/"], "0.0.0.0", 8765)
    'Sapper is at http://a/ for the class, or at http://b/ (Ctrl-C stops it)'
    >>> say_class([], "::", 80)
    'Sapper is at http://127.0.0.1:80/ for this machine alone: no network found (Ctrl-C stops it)'
    """
    if not addresses:
        why = ": no network found" if host in EVERYWHERE else ""
        return (
            f"Sapper is at {address_of(host, port)} for this machine alone{why} (Ctrl-C stops it)"
        )
    first, *others = addresses
    also = f", or at {' or '.join(others)}" if others else ""
    return f"Sapper is at {first} for the class{also} (Ctrl-C stops it)"
