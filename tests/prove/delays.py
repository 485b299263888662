"""The promise that a slow line costs little: bots with other delays bid against each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from tests.prove.promises import Finding, Goal, Scale, promise
from wordlot.bots import Level, decide
from wordlot.core.chance import Stream, commitment, deal_key, stream_at
from wordlot.core.errors import IllegalAction, Refusal
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.games.match import model as m
from wordlot.games.match.rules import MATCH
from wordlot.games.registry import GAMES
from wordlot.words import Lexicon, load

DELAYS_MS = (20, 200, 500)
"""There and back."""
LEVEL = Level.MEDIUM


@dataclass
class _Sending:
    """An action on its way, or to be sent."""

    leaves: int
    arrives: int
    action: m.Action


class Auctions:
    """A game of Match in virtual time, between bots that hear late and are heard late."""

    def __init__(self, delays: tuple[int, ...], seed: bytes, lexicon: Lexicon) -> None:
        self.delays = delays
        self.won: Counter[int] = Counter()
        """Auctions won, by delay."""
        self.late = 0
        """Bids that arrived in time for nothing: the auction had closed by its clock."""
        self._lexicon = lexicon
        self._seed = seed
        nonces = ("",) * len(delays)
        setup = Setup(len(delays), m.MatchOptions(), lexicon.pin, commitment(seed), nonces)
        self._key = deal_key(seed, nonces)
        self._count = 0
        self._now = 0
        self._opened: dict[int, tuple[tuple[int, str], int]] = {}
        self._sending: dict[int, _Sending] = {}
        self.state = MATCH.empty
        self._fold(MATCH.open(setup, now=Millis(0), chance=self._chance()))

    def play(self) -> None:
        """Play to the end."""
        while MATCH.outcome(self.state) is None:
            due = MATCH.deadline(self.state)
            seat = min(self._sending, key=lambda seat: self._sending[seat].arrives, default=None)
            if due is not None and (seat is None or self._sending[seat].arrives >= due):
                self._now = due
                self._fold(
                    MATCH.expire(self.state, now=due, chance=self._chance(), lexicon=self._lexicon)
                )
            elif seat is not None:
                self._arrive(seat, self._sending.pop(seat))

    def _chance(self) -> Stream:
        return stream_at(self._key, self._count + 1)

    def _arrive(self, seat: int, sent: _Sending) -> None:
        self._now = max(self._now, sent.arrives)
        try:
            events = MATCH.decide(
                self.state,
                sent.action,
                by=Seat(seat),
                now=Millis(self._now),
                chance=self._chance(),
                lexicon=self._lexicon,
            )
        except IllegalAction as refusal:
            self.late += refusal.code is Refusal.STALE_ROUND
            self._think(seat)
        else:
            self._fold(events)

    def _fold(self, events: tuple[m.Event, ...]) -> None:
        for event in events:
            self._count += 1
            self.state = MATCH.evolve(self.state, event)
            if isinstance(event, m.PlayLaid):
                self.won[self.delays[event.seat]] += 1
        for seat in range(len(self.delays)):
            sent = self._sending.get(seat)
            # What has left already is not called back.
            if sent is None or sent.leaves > self._heard(seat):
                self._think(seat)

    def _heard(self, seat: int) -> int:
        return self._now + self.delays[seat] // 2

    def _think(self, seat: int) -> None:
        """Let a seat decide on what it hears now."""
        self._sending.pop(seat, None)
        if MATCH.outcome(self.state) is not None or seat not in MATCH.awaited(self.state):
            return
        view: Any = MATCH.view(self.state, Seat(seat))
        heard, occasion = self._heard(seat), GAMES["match"].occasion(view)
        if self._opened.get(seat, (None, 0))[0] != occasion:
            self._opened[seat] = (occasion, heard)
        mood = Stream(sha256(self._key + bytes([seat]) + view.round.to_bytes(4, "big")).digest())
        decision = decide(
            "match", view, MATCH.offers(view), level=LEVEL, chance=mood, lexicon=self._lexicon
        )
        if decision.action is not None:
            leaves = max(heard, self._opened[seat][1] + decision.after_ms)
            arrives = leaves + self.delays[seat] // 2
            self._sending[seat] = _Sending(leaves, arrives, decision.action)


GAMES_DELAYED = 600


def _bid_with_delays(scale: Scale, luck: Random) -> Counter[str]:
    lexicon, counts = load(), Counter[str]()
    for _ in scale.each(short=3, long=GAMES_DELAYED):
        delays = tuple(luck.sample(DELAYS_MS, len(DELAYS_MS)))
        auctions = Auctions(delays, luck.randbytes(32), lexicon)
        auctions.play()
        counts.update({f"won {delay}": won for delay, won in auctions.won.items()})
        counts.update(late=auctions.late, games=1)
    return counts


@promise(10)
def a_slow_line_costs_little(scale: Scale) -> Finding:
    """Three bots of one level, with 20, 200 and 500 ms of delay there and back, play Match
    against each other in virtual time; who has which delay changes from game to game. A bot hears
    late and is heard late, and what it has sent is not called back.
    """
    counts = scale.divided(_bid_with_delays, "delays")
    auctions = sum(counts[f"won {delay}"] for delay in DELAYS_MS)
    shares = {delay: counts[f"won {delay}"] / auctions for delay in DELAYS_MS}
    told = ", ".join(f"{delay} ms {share:.1%}" for delay, share in shares.items())
    return Finding(
        f"share of {auctions:,} auctions of {counts['games']:,} games won: {told}; bids that came "
        f"after their auction had closed {counts['late']} (an accepted bid leaves ten seconds)",
        counts["late"] == 0 and (not scale.long or min(shares.values()) > 0.25),
        (Goal("games", GAMES_DELAYED, counts["games"]),),
    )
