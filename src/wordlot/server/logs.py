"""Logs: one JSON object a line on standard error, with no secrets in it."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up(level: int = logging.INFO) -> None:
    """Write the logs of this process as JSON from now on; at a terminal only what is amiss."""
    if sys.stderr is not None and sys.stderr.isatty():
        level = max(level, logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = _ToStructlog()
    for name in ("uvicorn", "uvicorn.error", "wordlot"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.setLevel(logging.WARNING)
        logger.propagate = name == "uvicorn.error"


class _ToStructlog(logging.Handler):
    """Hands on what libraries log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record of `logging` as one of ours."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            # A text that is none is bad input. uvicorn refuses it, and the server logs that.
            return
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)
