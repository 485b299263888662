"""What the store holds in the end, compared with what the players of a table were told."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

import msgspec

from tests.prove.fire import Player, Table
from wordlot.core.chance import stream_at
from wordlot.core.protocol import LexiconLike, Seat
from wordlot.core.seeds import SecretSeed
from wordlot.games.registry import GAMES
from wordlot.record import AnyRules, Entry, EventReader
from wordlot.server.store import Store
from wordlot.table import Stored


class Audit:
    """The kept game of a table, and whether it bears out all that was told."""

    def __init__(
        self, table: Table, stored: Stored, seed: SecretSeed, lexicon: LexiconLike
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._rules: AnyRules = GAMES[table.game].rules
        self._stored = stored
        self._lexicon = lexicon
        self._entries: list[Entry] = []
        reader = EventReader(self._rules)
        for line in stored.lines:
            before = self._entries[-1] if self._entries else None
            self._entries.append(reader.read(line, before, where=table.code))
        self._key = seed.deal_key(self._entries[0].event.setup.nonces)
        self._states = [self._rules.empty]
        for entry in self._entries:
            self._states.append(self._rules.evolve(self._states[-1], entry.event))
        self.counts["events"] = len(self._entries)
        for player in table.players:
            self._check_answers(player)
            self._check_heard(player)
        self._check_effects()

    def _check_answers(self, player: Player) -> None:
        """Every acknowledged command is kept with its answer, and its events are there."""
        kept = {reply.command_id: reply for reply in self._stored.replies}
        for command in player.commands:
            for text in command.answers:
                answer = msgspec.json.decode(text)
                reply = kept.get(command.id)
                if answer["seq"] is None:
                    # No table judged what could not be read, so nothing is kept of it.
                    self.counts["lost"] += reply is not None
                    continue
                there = reply is not None and (
                    (reply.seat, reply.verdict.ok, reply.verdict.seq, reply.verdict.at)
                    == (player.seat, answer["t"] == "done", answer["seq"], answer["at"])
                )
                self.counts["lost"] += not there or answer["seq"] > len(self._entries)

    def _check_heard(self, player: Player) -> None:
        """Every event that was told is kept as it was told, and the last view is that of it."""
        seat = Seat(player.seat)
        for number, event in player.heard.items():
            entry = self._entries[number - 1] if number <= len(self._entries) else None
            told = entry and _plain(self._rules.redact(entry.event, seat))
            self.counts["told and not kept"] += told != msgspec.json.decode(event)
        if player.update is not None:
            known = player.update["seq"] < len(self._states)
            state = self._states[player.update["seq"] if known else -1]
            view = _plain(self._rules.view(state, seat))
            self.counts["views differ"] += view != player.update["view"]

    def _check_effects(self) -> None:
        """Every decision stems from one command, or from the clock."""
        claims = Counter(reply.verdict.seq for reply in self._stored.replies if reply.verdict.ok)
        self.counts["applied twice"] += sum(claim - 1 for claim in claims.values())
        for batch, entries in groupby(self._entries, key=lambda entry: entry.batch):
            decision = tuple(entries)
            self.counts["decisions"] += 1
            if batch > 1 and not claims[decision[-1].seq] and not self._by_clock(decision):
                self.counts["applied twice"] += 1

    def _by_clock(self, decision: tuple[Entry, ...]) -> bool:
        first = decision[0]
        due = self._rules.expire(
            self._states[first.seq - 1],
            now=first.at,
            chance=stream_at(self._key, first.seq),
            lexicon=self._lexicon,
        )
        return due == tuple(entry.event for entry in decision)


def _plain(what: object) -> Any:  # noqa: ANN401 - as JSON has it
    return msgspec.json.decode(msgspec.json.encode(what))


async def audited(tables: list[Table], store: Store, lexicon: LexiconLike) -> Counter[str]:
    """Return the counts of all tables together."""
    counts: Counter[str] = Counter()
    for table in tables:
        seed = await store.seed(table.code, 1)
        assert seed is not None
        audit = Audit(table, await store.read(table.code, 1), seed, lexicon)
        counts.update(audit.counts)
    return counts
