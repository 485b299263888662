"""A game of Bet the Bag as tests play it: the clock is set by hand, and draws may be arranged."""

from collections.abc import Iterable, Sequence
from typing import TypedDict, TypeVar, Unpack

import msgspec
import pytest
from msgspec.structs import replace

from wordlot.core.chance import Chance, commitment, deal_key, nonce_commitment, stream_at
from wordlot.core.errors import IllegalAction
from wordlot.core.pieces import Tile, Word, parse_tiles, show_tiles
from wordlot.core.protocol import LexiconLike, LexiconPin, Millis, Seat, Setup
from wordlot.games.bet_the_bag import actions as a
from wordlot.games.bet_the_bag import events as e
from wordlot.games.bet_the_bag import model as m
from wordlot.games.bet_the_bag.rules import BET_THE_BAG

T = TypeVar("T")

SEED = bytes(range(32))
SECOND = 1000
MINUTE_AND_GRACE = 60.5


class Words:
    """A lexicon of the words that a test needs."""

    def __init__(self, text: str = "") -> None:
        self._words = {tuple(word) for word in text.split()}
        self.pin = LexiconPin("drawn", "0" * 64)

    def has(self, word: Sequence[str]) -> bool:
        return tuple(word) in self._words


class Arranged:
    """Chance that draws the tiles that a test wants from a sorted bag, in their order.

    The bag is the one as it stands, or with the table's tiles back in it, as its size tells.
    """

    def __init__(self, state: m.BagState, wanted: Iterable[Tile]) -> None:
        table = [lying.tile for lying in state.table]
        self._bags = [list(state.bag), sorted([*state.bag, *table])]
        self._wanted = iter(wanted)

    def below(self, n: int) -> int:
        bag = next(bag for bag in self._bags if len(bag) == n)
        at = bag.index(next(self._wanted))
        del bag[at]
        return at

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        raise AssertionError(f"nothing is to be shuffled here: {items}")


class Game:
    """A running game with its log. `at` is the table's clock, in milliseconds."""

    def __init__(
        self,
        seats: int = 2,
        options: m.BagOptions | None = None,
        *,
        lexicon: LexiconLike | None = None,
        seed: bytes = SEED,
        starter: int | None = 0,
    ) -> None:
        nonces = tuple(f"nonce {seat}" for seat in range(seats))
        self.lexicon = lexicon or Words()
        self.setup = Setup(
            seats,
            options or m.BagOptions(),
            self.lexicon.pin,
            commitment(seed),
            nonces,
            None if starter is None else Seat(starter),
            tuple(nonce_commitment(nonce) for nonce in nonces),
        )
        self.key = deal_key(seed, nonces)
        self.at = Millis(0)
        self.next_draws: tuple[Tile, ...] = ()
        self.state = BET_THE_BAG.empty
        self.events: list[e.Event] = []
        self.batches: list[int] = []
        """For each event, the number of the first one of its decision."""
        self.times: list[Millis] = []
        self.fold(BET_THE_BAG.open(self.setup, now=self.at, chance=self.chance()))

    def chance(self) -> Chance:
        if self.next_draws:
            wanted, self.next_draws = self.next_draws, ()
            return Arranged(self.state, wanted)
        return stream_at(self.key, len(self.events) + 1)

    def fold(self, events: Iterable[e.Event]) -> tuple[e.Event, ...]:
        """Take events over into log and state."""
        fresh, batch = tuple(events), len(self.events) + 1
        for event in fresh:
            self.state = BET_THE_BAG.evolve(self.state, event)
            self.events.append(event)
            self.batches.append(batch)
            self.times.append(self.at)
        return fresh

    def act(self, seat: int, action: a.Action) -> tuple[e.Event, ...]:
        return self.fold(
            BET_THE_BAG.decide(
                self.state,
                action,
                by=Seat(seat),
                now=self.at,
                chance=self.chance(),
                lexicon=self.lexicon,
            )
        )

    def expire(self) -> tuple[e.Event, ...]:
        return self.fold(
            BET_THE_BAG.expire(self.state, now=self.at, chance=self.chance(), lexicon=self.lexicon)
        )

    def wait(self, seconds: float) -> tuple[e.Event, ...]:
        """Let time pass; what falls due on the way happens at its own moment."""
        until = self.at + round(seconds * SECOND)
        happened: list[e.Event] = []
        while (due := BET_THE_BAG.deadline(self.state)) is not None and due <= until:
            self.at = max(self.at, due)
            happened += self.expire()
        self.at = Millis(until)
        return tuple(happened)

    def draws(self, tiles: str) -> "Game":
        """Arrange what the next decision draws."""
        self.next_draws = parse_tiles(tiles)
        return self

    def flip(self, seat: int | None = None) -> tuple[e.Event, ...]:
        by = self.state.on_turn if seat is None else seat
        return self.act(by, a.FlipCard(self.state.turn))

    def bid(self, seat: int, tiles: int) -> tuple[e.Event, ...]:
        return self.act(seat, a.BidTiles(self.state.turn, tiles))

    def pass_(self, seat: int) -> tuple[e.Event, ...]:
        return self.act(seat, a.PassBid(self.state.turn))

    def say(self, *bids: int | None) -> "Game":
        """Let the seats bid in their order from the one whose turn it is; none is a pass."""
        for bid in bids:
            assert self.state.bidder is not None
            if bid is None:
                self.pass_(self.state.bidder)
            else:
                self.bid(self.state.bidder, bid)
        return self

    def opening(self) -> a.OpenAttempt:
        return a.OpenAttempt(self.state.turn, self.state.attempt)

    def open(self, seat: int) -> tuple[e.Event, ...]:
        return self.act(seat, self.opening())

    def draw(self, seat: int, tiles: str = "") -> tuple[e.Event, ...]:
        """Draw onto the table: the tiles that are named, or one as it comes."""
        drawn = tuple(
            event for tile in tiles for event in self.draws(tile).act(seat, self.drawing())
        )
        return drawn if tiles else self.act(seat, self.drawing())

    def drawing(self) -> a.DrawTile:
        return a.DrawTile(self.state.turn, self.state.attempt)

    def laying(self, tiles: str) -> a.LayTiles:
        return a.LayTiles(self.state.turn, self.state.attempt, parse_tiles(tiles))

    def lay(self, seat: int, tiles: str) -> tuple[e.Event, ...]:
        return self.act(seat, self.laying(tiles))

    def submitting(self, word: str, lay: str = "") -> a.SubmitWord:
        """Read a word whose capitals are blanks: "cRab" names an r for a blank."""
        letters, blanks = parse_word(word)
        return a.SubmitWord(self.state.turn, self.state.attempt, letters, parse_tiles(lay), blanks)

    def submit(self, seat: int, word: str, lay: str = "") -> tuple[e.Event, ...]:
        return self.act(seat, self.submitting(word, lay))

    def give_up(self, seat: int) -> tuple[e.Event, ...]:
        return self.act(seat, a.GiveUp(self.state.turn, self.state.attempt))

    def challenge(self, seat: int) -> tuple[e.Event, ...]:
        return self.act(seat, a.Challenge(self.state.turn, self.state.attempt))

    def accept(self, *seats: int) -> tuple[e.Event, ...]:
        return tuple(
            event
            for seat in seats
            for event in self.act(seat, a.Accept(self.state.turn, self.state.attempt))
        )

    def refusal(self, seat: int, action: a.Action) -> IllegalAction:
        """Return why an action is refused, having seen that it changed nothing."""
        before = msgspec.json.encode((self.state, self.events))
        with pytest.raises(IllegalAction) as caught:
            self.act(seat, action)
        assert msgspec.json.encode((self.state, self.events)) == before
        return caught.value

    def refuses(self, seat: int, action: a.Action) -> tuple[str, str]:
        """Return code and clause of a refusal."""
        error = self.refusal(seat, action)
        assert error.detail
        return error.code, error.clause

    def refuses_bid(self, seat: int, tiles: int) -> tuple[str, str]:
        return self.refuses(seat, a.BidTiles(self.state.turn, tiles))

    def view(self, seat: int | None) -> m.BagView:
        return BET_THE_BAG.view(self.state, None if seat is None else Seat(seat))

    def offers(self, seat: int | None) -> tuple[m.Offer, ...]:
        return BET_THE_BAG.offers(self.view(seat))

    def hands(self) -> tuple[str, ...]:
        return tuple(show_tiles(hand) for hand in self.state.hands)

    def table(self) -> str:
        return show_tiles(lying.tile for lying in self.state.table)

    def bag(self) -> str:
        return show_tiles(self.state.bag)

    def scores(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in self.view(None).seats)


def parse_word(text: str) -> tuple[Word, tuple[int, ...]]:
    """Read a word and the places of its blanks, which are capitals."""
    return tuple(text.lower()), tuple(at for at, letter in enumerate(text) if letter.isupper())


def show_word(word: Sequence[str], blanks: Sequence[int]) -> str:
    """Write a word as `parse_word` reads it."""
    return "".join(face.upper() if at in blanks else face for at, face in enumerate(word))


def card(text: str) -> m.ContractCard:
    """Read a contract card: "4h", or "ah" for an ace."""
    suit = next(s for s in m.Suit if s.value.startswith(text[1]))
    return m.ContractCard(m.ACE if text[0] == "a" else int(text[0]), suit)


def show_card(shown: m.ContractCard) -> str:
    """Write a contract card as `card` reads it."""
    return f"{'a' if shown.rank == m.ACE else shown.rank}{shown.suit[0]}"


def cards(text: str) -> tuple[m.ContractCard, ...]:
    return tuple(card(each) for each in text.split())


class Standing(TypedDict, total=False):
    """What a drawn game may differ in."""

    bag: str
    won: Sequence[str]
    """Each seat's score cards, "4h 7sx2" for a four and a doubled seven."""
    options: m.BagOptions
    words: str
    on_turn: int


def before_flip(*hands: str, pile: str = "as 7s 4h", **more: Unpack[Standing]) -> Game:
    """Return a game whose first card is to be flipped; the pile's last card comes first."""
    lexicon, starter = Words(more.get("words", "")), more.get("on_turn", 0)
    game = Game(len(hands), more.get("options"), lexicon=lexicon, starter=starter)
    won = [*more.get("won", ()), *[""] * len(hands)][: len(hands)]
    game.state = replace(
        game.state,
        hands=tuple(parse_tiles(hand) for hand in hands),
        bag=tuple(sorted(parse_tiles(more.get("bag", "abcdefgh")))),
        pile=cards(pile),
        won=tuple(tuple(_won(each) for each in text.split()) for text in won),
    )
    return game


def _won(text: str) -> m.ScoreCard:
    return m.ScoreCard(card(text[:2]), doubled=text.endswith("x2"))


def bidding(*hands: str, contract: int = 4, pile: str = "as 7s", **more: Unpack[Standing]) -> Game:
    """Return a game in which seat 0 is to bid for a contract."""
    game = before_flip(*hands, pile=f"{pile} {contract}h", **more)
    game.flip()
    return game


def attempting(
    *hands: str, bids: Sequence[int | None], contract: int = 4, **more: Unpack[Standing]
) -> Game:
    """Return a game in which the lowest of the bids has its minute before it."""
    return bidding(*hands, contract=contract, **more).say(*bids)


def kinds(events: Iterable[e.Event]) -> list[str]:
    """Return the names of events."""
    return [type(event).__name__ for event in events]


def all_tiles(state: m.BagState) -> list[Tile]:
    """Return every tile of a game, sorted, wherever it is."""
    hands = [tile for hand in state.hands for tile in hand]
    return sorted([*hands, *(lying.tile for lying in state.table), *state.bag, *state.out])


def all_cards(state: m.BagState) -> list[m.ContractCard]:
    """Return every contract card of a game, sorted, wherever it is."""
    won = [score.card for cards in state.won for score in cards]
    contract = [] if state.contract is None else [state.contract]
    return sorted([*won, *contract, *state.pile, *state.aces, *state.gone])
