"""Auction word games: rules, bots, a server and a client for the browser."""

__version__ = "0.1.0"
