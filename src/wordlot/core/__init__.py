"""The words that all the rest speaks: protocol, errors, cards and tiles, chance."""
