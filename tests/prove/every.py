"""All tests of promises; importing this registers them."""

from tests.prove import (
    backups,
    clocks,
    deals,
    delays,
    disks,
    doors,
    durable,
    floods,
    folding,
    hidden,
    races,
    seats,
    sieges,
)

__all__ = [
    "backups",
    "clocks",
    "deals",
    "delays",
    "disks",
    "doors",
    "durable",
    "floods",
    "folding",
    "hidden",
    "races",
    "seats",
    "sieges",
]
