"""All tests of promises; importing this registers them."""

from tests.prove import backups, deals, disks, durable, folding, hidden

__all__ = ["backups", "deals", "disks", "durable", "folding", "hidden"]
