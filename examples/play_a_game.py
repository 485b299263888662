"""A whole game of Match between three bots, without a server: a fold over events.

    python examples/play_a_game.py

Time and chance are handed in, so that the same seed plays the same game again.
"""

import wordlot
from wordlot.games.match.model import MatchOptions, MatchState, Pass, PlayLaid

LEVELS = (wordlot.Level.EASY, wordlot.Level.MEDIUM, wordlot.Level.HARD)
SEED = bytes(32)


def main() -> None:
    """Play and print the words that were laid, and the result."""
    rules, lexicon = wordlot.MATCH, wordlot.load("english")
    nonces = ("",) * len(LEVELS)
    key = wordlot.deal_key(SEED, nonces)
    state: MatchState = rules.empty
    seq, now = 0, wordlot.Millis(0)
    setup = wordlot.Setup(
        len(LEVELS), MatchOptions(), lexicon.pin, wordlot.commitment(SEED), nonces
    )
    events = rules.open(setup, now=now, chance=wordlot.stream_at(key, 1))
    while True:
        for event in events:
            state = rules.evolve(state, event)
            if isinstance(event, PlayLaid):
                word, level = "".join(event.word).upper(), LEVELS[event.seat]
                print(
                    f"round {event.round:2}: {level:6} bid {event.value:2}, +{event.coins} {word}"
                )
        seq += len(events)
        if rules.outcome(state) is not None:
            break
        # The seats are asked in turn here; at a real table, whoever is quicker bids first.
        seat = rules.awaited(state)[0]
        view = rules.view(state, seat)
        mood = wordlot.Stream(SEED + bytes((seat, state.round)))
        decision = wordlot.decide(
            "match", view, rules.offers(view), level=LEVELS[seat], chance=mood, lexicon=lexicon
        )
        events = rules.decide(
            state,
            decision.action or Pass(state.round),
            by=seat,
            now=now,
            chance=wordlot.stream_at(key, seq + 1),
            lexicon=lexicon,
        )
    print(
        "points:", ", ".join(f"{level} {n}" for level, n in zip(LEVELS, state.coins, strict=True))
    )


if __name__ == "__main__":
    main()
