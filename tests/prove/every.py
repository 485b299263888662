"""All tests of promises; importing this registers them."""

from tests.prove import deals, disks, durable, folding, hidden

__all__ = ["deals", "disks", "durable", "folding", "hidden"]
