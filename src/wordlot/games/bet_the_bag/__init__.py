"""Bet the Bag: bid how few tiles you need to fill a contract."""
