"""Life at a table: who starts, who sits, who leaves, and one game after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.harness import Frame, House, Page, Person, serving
from wordlot.core.chance import commitment
from wordlot.server.presence import GRACE_MS

pytestmark = pytest.mark.anyio


async def lobby_of(person: Person, code: str) -> Frame:
    lobby: Frame = (await person.http.get(f"/api/tables/{code}")).json()
    return lobby


async def finish(page: Page) -> None:
    for round_ in (1, 2, 3):
        assert (await page.raise_to(9, round_))["t"] == "done"


async def three(house: House) -> tuple[str, list[Person], list[Page]]:
    people = [house.person() for _ in range(3)]
    code = await people[0].create(seats=4)
    for person, name in zip(people[1:], ("Tom", "Ada"), strict=True):
        await person.sit(code, name)
    return code, people, [await person.open(code) for person in people]


async def test_only_the_host_starts_and_only_once(house: House) -> None:
    code, people, pages = await three(house)
    assert (await pages[1].command("start"))["code"] == "not_host"
    assert (await pages[0].command("start"))["t"] == "done"
    assert (await pages[0].command("start"))["code"] == "not_now"
    lobby = await lobby_of(people[0], code)
    assert [sitter["name"] for sitter in lobby["seats"]] == ["Mira", "Tom", "Ada"]


async def test_a_game_needs_enough_seats_taken(house: House) -> None:
    mira = house.person()
    page = await mira.open(await mira.create())
    assert (await page.command("start"))["code"] == "too_few"
    assert (await page.command("seat_bot", seat=1, level="hard"))["t"] == "done"
    assert (await page.command("start"))["t"] == "done"


async def test_free_seats_between_players_close_up_when_a_game_begins(house: House) -> None:
    mira, tom = house.person(), house.person()
    code = await mira.create(seats=4)
    await tom.sit(code, "Tom", seat=3)
    host, page = await mira.open(code), await tom.open(code)
    assert (await page.next("welcome"))["you"] == 3
    await host.command("start")
    assert (await page.next("update"))["view"]["you"] == 1
    assert (await page.next("lobby", you=1))["lobby"]["stage"] == "playing"
    assert (await page.raise_to(3))["t"] == "done"


async def test_a_spectator_who_sits_down_becomes_a_player_in_the_open_page(house: House) -> None:
    mira, tom = house.person(), house.person()
    code = await mira.create()
    tom.http.cookies.set(house.cookie, "t" * 43)
    page = await tom.open(code)
    assert (await page.next("welcome"))["you"] is None
    await tom.sit(code, "Tom")
    assert (await page.next("lobby", you=1))["lobby"]["seats"][1]["here"]


async def test_the_host_frees_seats_before_a_game_and_others_only_their_own(house: House) -> None:
    code, people, pages = await three(house)
    assert (await pages[1].command("free_seat", seat=2))["code"] == "not_host"
    assert (await pages[0].command("free_seat", seat=2))["t"] == "done"
    assert (await pages[1].command("free_seat", seat=1))["t"] == "done"
    lobby = await lobby_of(people[0], code)
    assert [sitter and sitter["name"] for sitter in lobby["seats"]] == ["Mira", None, None, None]


async def test_who_is_here_keeps_the_seat_and_who_is_away_is_replaced_and_comes_back(
    house: House,
) -> None:
    """X1."""
    code, people, pages = await three(house)
    await pages[0].command("start")
    refused = await pages[0].command("seat_bot", seat=1, level="easy")
    assert (refused["code"], refused["clause"]) == ("present", "X1")
    await pages[1].close()
    await house.gone(pages[0], 1)
    # A reload takes a moment too.
    house.clock.turn(29_000 - GRACE_MS)
    assert (await pages[0].command("seat_bot", seat=1, level="easy"))["code"] == "present"
    house.clock.turn(1_000)
    assert (await pages[0].command("seat_bot", seat=1, level="easy"))["t"] == "done"
    assert (await lobby_of(people[0], code))["seats"][1] == {
        "name": "Tom",
        "bot": "easy",
        "here": True,
        "ready": True,
        "gone": None,
        "agreed": True,
    }
    again = await people[1].open(code)
    assert (await again.next("welcome"))["you"] == 1
    assert (await lobby_of(people[0], code))["seats"][1]["bot"] is None
    assert (await again.raise_to(3))["t"] == "done"


async def test_who_leaves_a_running_game_watches_and_can_sit_down_again(house: House) -> None:
    """X1: a seat can be taken back by its player at any time."""
    code, people, pages = await three(house)
    await pages[0].command("start")
    assert (await pages[1].command("free_seat", seat=1))["t"] == "done"
    assert (await pages[1].next("lobby", you=None))["lobby"]["seats"][1]["here"] is False
    assert (await pages[1].raise_to(3))["code"] == "not_seated"
    assert (await people[1].sit(code, "whoever")).json() == {"seat": 1}
    assert (await pages[1].next("update"))["view"]["you"] == 1
    assert (await pages[1].raise_to(3))["t"] == "done"


async def test_who_left_is_told_that_the_seat_is_kept_and_nobody_else_is(house: House) -> None:
    """X1."""
    code, people, pages = await three(house)
    watching = await house.person().open(code)
    assert (await watching.next("welcome"))["held"] is False
    await pages[0].command("start")
    assert (await pages[1].command("free_seat", seat=1))["t"] == "done"
    assert (await pages[1].next("lobby", you=None))["held"] is True
    assert (await watching.next("lobby", you=None))["held"] is False
    assert (await (await people[1].open(code)).next("welcome"))["held"] is True


async def test_who_sat_a_game_out_has_no_seat_in_it(house: House) -> None:
    code, people, pages = await three(house)
    await pages[0].command("start")
    await finish(pages[0])
    for page in (pages[0], pages[2]):
        assert (await page.command("ready", game=2))["t"] == "done"
    await pages[1].close()
    house.clock.turn(21_000)
    again = await people[1].open(code)
    await pages[0].next("update", game=2)
    told = await again.next("lobby", you=None)
    assert told["held"] is False
    assert (await people[1].sit(code, "Tom")).json()["code"] == "not_now"


async def test_a_host_who_leaves_passes_the_table_on(house: House) -> None:
    _, _, pages = await three(house)
    await pages[0].command("free_seat", seat=0)
    assert (await pages[1].next("lobby", is_host=True))["lobby"]["host"] == 1
    assert (await pages[1].command("start"))["t"] == "done"


async def test_a_host_who_stays_away_passes_the_table_on(house: House) -> None:
    code, people, pages = await three(house)
    await pages[0].close()
    await house.left(0)
    house.clock.turn(20_000)
    again = await people[0].open(code)
    await again.next("welcome", is_host=True)
    house.clock.turn(20_000)
    await again.close()
    await house.left(0)
    house.clock.turn(29_999)
    assert (await lobby_of(people[1], code))["host"] == 0
    house.clock.turn(1)
    await pages[1].next("lobby", is_host=True)


async def test_a_seat_that_is_left_in_a_moment_without_the_host_does_not_move_the_host(
    house: House,
) -> None:
    code, people, pages = await three(house)
    await pages[0].close()
    await house.left(0)
    assert (await pages[2].command("free_seat", seat=2))["t"] == "done"
    assert (await lobby_of(people[1], code))["host"] == 0


@pytest.mark.parametrize("gap_ms", [0, 100, 119_999])
async def test_a_gap_of_a_rival_lets_no_host_end_the_game(house: House, gap_ms: int) -> None:
    """X1: neither a reload nor a line that breaks for a moment is an end."""
    mira, tom = house.person(), house.person()
    code = await mira.create(game="match", options={"round_clock_ms": 120_000})
    await tom.sit(code, "Tom")
    page, other = await mira.open(code), await tom.open(code)
    await page.command("start")
    for _ in range(3):
        await other.close()
        await house.left(1)
        house.clock.turn(gap_ms)
        answer = await page.command("end_game")
        assert (answer["t"], answer["code"], answer["clause"]) == ("refused", "not_now", "X1")
        other = await tom.open(code)
        await other.next("welcome", you=1)


async def test_a_host_who_is_alone_for_two_minutes_may_end_the_game(house: House) -> None:
    """X1."""
    _, mira, tom = await house.pair(game="match", options={"round_clock_ms": 120_000})
    await tom.close()
    await house.left(1)
    house.clock.turn(119_999)
    assert (await mira.command("end_game"))["code"] == "not_now"
    house.clock.turn(1)
    assert (await mira.command("end_game"))["t"] == "done"


async def test_after_a_restart_nobody_is_alone_at_once(tmp_path: Path) -> None:
    """X1: the server does not know who was there before."""
    async with serving(tmp_path) as first:
        mira, tom = first.person(), first.person()
        code = await mira.create()
        await tom.sit(code, "Tom")
        page = await mira.open(code)
        await page.command("start")
    async with serving(tmp_path) as second:
        again = second.person()
        again.http.cookies.update(mira.http.cookies)
        page = await again.open(code)
        await page.next("welcome", you=0)
        assert (await page.command("end_game"))["code"] == "not_now"
        assert (await page.command("seat_bot", seat=1, level="easy"))["code"] == "present"


async def test_only_a_game_that_is_stuck_can_be_ended(house: House) -> None:
    """X1."""
    _, mira, tom = await house.pair()
    assert (await mira.command("end_game"))["code"] == "not_now"
    code, mira, tom = await house.pair(options={"clock_ms": None})
    assert (await tom.command("end_game"))["code"] == "not_host"
    assert (await mira.command("end_game"))["t"] == "done"
    assert (await tom.next("update"))["running"] is False
    assert (await tom.raise_to(5))["code"] == "game_over"
    lobby = await lobby_of(house.person(), code)
    assert (lobby["stage"], len(lobby["seed"]["hex"])) == ("over", 64)


async def test_the_seed_is_told_when_a_game_is_over_and_the_next_is_committed_to(
    house: House,
) -> None:
    """X3."""
    code, mira, tom = await house.pair()
    client = house.person()
    before = await lobby_of(client, code)
    assert (before["seed"], before["next_commitment"]) == (None, None)
    await finish(mira)
    while not (await mira.next("lobby"))["lobby"]["next_commitment"]:
        pass
    over = await lobby_of(client, code)
    assert (
        commitment(bytes.fromhex(over["seed"]["hex"])) == before["commitment"] == over["commitment"]
    )
    for page in (tom, mira):
        assert (await page.command("ready", game=2))["t"] == "done"
    again = await lobby_of(client, code)
    assert (again["number"], again["commitment"]) == (2, over["next_commitment"])


async def test_a_rematch_is_a_new_game_at_the_same_table_that_the_winner_starts(
    house: House,
) -> None:
    """B2.2."""
    _, mira, tom = await house.pair()
    await finish(tom)
    await tom.command("ready", game=2)
    await mira.command("ready", game=2)
    update = next(f for f in mira.frames if f["t"] == "update" and f["game"] == 2)
    assert update["seq"] == 3
    assert update["events"][0]["setup"]["starter"] == 1
    assert (await tom.raise_to(3))["t"] == "done"


async def test_who_watched_a_game_can_sit_down_for_the_next_one(house: House) -> None:
    """A table that was full has one seat more then; the game that is over stays a watched one."""
    code, mira, tom = await house.pair()
    ada = house.person()
    assert (await ada.sit(code, "Ada")).json()["code"] == "not_now"
    await finish(tom)
    assert (await ada.sit(code, "Ada")).json() == {"seat": 2}
    page = await ada.open(code)
    welcome = await page.next("welcome", you=2)
    assert [sitter["name"] for sitter in welcome["lobby"]["seats"]] == ["Mira", "Tom", "Ada"]
    assert (await page.next("update"))["view"]["you"] is None
    assert (await page.raise_to(9, 3))["code"] == "not_seated"
    for player in (mira, tom):
        assert (await player.command("ready", game=2))["t"] == "done"
    await page.next("update", game=2)
    news = [frame for frame in page.frames if frame["t"] == "update" and frame["game"] == 2]
    assert news[-1]["view"]["you"] == 2
    assert news[-1]["seq"] == len(news[-1]["events"])
    assert (await page.raise_to(3))["t"] == "done"
    assert (await mira.raise_to(4))["t"] == "done"


async def test_no_more_sit_down_than_a_game_has_seats(house: House) -> None:
    code, _, tom = await house.pair()
    await finish(tom)
    taken = [await house.person().sit(code, name) for name in ("Ada", "Jo", "Kim")]
    assert [answer.json().get("seat") for answer in taken] == [2, 3, None]
    assert taken[-1].json()["code"] == "table_full"


async def test_a_command_about_the_table_has_one_effect_however_often_it_is_sent(
    house: House,
) -> None:
    _, mira, tom = await house.pair()
    await finish(mira)
    await tom.command("ready", game=2)
    for _ in range(5):
        await mira.send({"t": "ready", "id": "again", "game": 2})
    answers = [await mira.answer("again") for _ in range(5)]
    assert answers == [answers[0]] * 5
    assert answers[0]["t"] == "done"
    assert house.app.state.rooms.loaded()[0].row.number == 2


async def test_who_has_not_sat_down_yet_does_not_watch(house: House) -> None:
    """The join page is open there; whoever made the table is not told of spectators."""
    code, _, pages = await three(house)
    await pages[0].settled()
    await house.person().open(code)
    await pages[0].command("seat_bot", seat=3, level="easy")
    lobby = (await pages[0].next("lobby"))["lobby"]
    assert lobby["watching"] == 0


async def test_coming_and_going_is_told(house: House) -> None:
    code, people, pages = await three(house)
    assert (await pages[0].command("start"))["t"] == "done"
    watcher = await house.person().open(code)
    while (await pages[0].next("lobby"))["lobby"]["watching"] != 1:
        pass
    await watcher.close()
    while (await pages[0].next("lobby"))["lobby"]["watching"] != 0:
        pass
    await pages[2].close()
    await house.gone(pages[0], 2)
    assert len(people) == 3
