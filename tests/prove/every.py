"""All tests of promises; importing this registers them."""

from tests.prove import deals, folding, hidden

__all__ = ["deals", "folding", "hidden"]
