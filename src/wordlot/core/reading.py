"""What can be wrong with bytes that were to be read as JSON of a certain form."""

from __future__ import annotations

import msgspec

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for such bytes: another form, no JSON, no UTF-8, or nested too deep."""
