"""A whole game of Match between three bots, without a server: a fold over events.

    python examples/play_a_game.py

Time and chance are handed in, so that the same seed plays the same game again. At the end the game
is written down as a record, read back and verified.
"""

import wordlot

LEVELS = (wordlot.Level.EASY, wordlot.Level.MEDIUM, wordlot.Level.HARD)
SEED = bytes(32)


RULES = wordlot.MATCH
Setup = wordlot.Setup[wordlot.MatchOptions]


def main() -> None:
    """Play and print the words that were laid, and the result."""
    lexicon = wordlot.load("english")
    nonces = ("",) * len(LEVELS)
    options = wordlot.MatchOptions()
    setup = Setup(len(LEVELS), options, lexicon.pin, wordlot.commitment(SEED), nonces)
    record = write(setup, play(setup, lexicon))
    print("verified:", wordlot.verify(wordlot.read_record(record, RULES), RULES), "events")


def play(setup: Setup, lexicon: wordlot.Lexicon) -> list[wordlot.Entry]:
    """Play a game to its end, and return all that happened."""
    entries: list[wordlot.Entry] = []
    key, now = wordlot.deal_key(SEED, setup.nonces), wordlot.Millis(0)
    state: wordlot.MatchState = RULES.empty
    events = RULES.open(setup, now=now, chance=wordlot.stream_at(key, 1))
    while True:
        batch = len(entries) + 1
        for event in events:
            state = RULES.evolve(state, event)
            entries.append(wordlot.Entry(len(entries) + 1, now, batch, event))
            if isinstance(event, wordlot.PlayLaid):
                word, level = "".join(event.word).upper(), LEVELS[event.seat]
                print(
                    f"round {event.round:2}: {level:6} bid {event.value:2}, +{event.coins} {word}"
                )
        if RULES.outcome(state) is not None:
            break
        # The seats are asked in turn here; at a real table, whoever is quicker bids first.
        seat = RULES.awaited(state)[0]
        view = RULES.view(state, seat)
        mood = wordlot.Stream(SEED + bytes((seat, state.round)))
        decision = wordlot.decide(
            "match", view, RULES.offers(view), level=LEVELS[seat], chance=mood, lexicon=lexicon
        )
        events = RULES.decide(
            state,
            decision.action or wordlot.Pass(state.round),
            by=seat,
            now=now,
            chance=wordlot.stream_at(key, len(entries) + 1),
            lexicon=lexicon,
        )
    points = zip(LEVELS, state.coins, strict=True)
    print("points:", ", ".join(f"{level} {coins}" for level, coins in points))
    return entries


def write(setup: Setup, entries: list[wordlot.Entry]) -> bytes:
    """Return the record of the game: with its seed, so that anybody can deal it again."""
    seats = tuple(wordlot.Named(level.value, bot=level.value) for level in LEVELS)
    header = wordlot.Header(
        format=wordlot.format_of(setup),
        game=RULES.name,
        rules=RULES.version,
        lexicon=setup.lexicon,
        table="example",
        number=1,
        seats=seats,
    )
    return wordlot.write_record(header, entries, wordlot.ToldSeed(1, SEED.hex()))


if __name__ == "__main__":
    main()
