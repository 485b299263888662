"""Match: everybody bids at once for the right to grow a crossword."""
