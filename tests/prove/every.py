"""All tests of promises; importing this registers them."""

from tests.prove import backups, clocks, deals, delays, disks, durable, folding, hidden, races

__all__ = ["backups", "clocks", "deals", "delays", "disks", "durable", "folding", "hidden", "races"]
