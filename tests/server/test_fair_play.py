"""Fair play: nobody takes back behind another's back, chance does not roll again, and what lay hidden stays hidden."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sheepfold.server.table.deciding import follows
from sheepfold.server.table.entries import AnyEntry, Made, Played, Sat, Started, UndoAnswered, Undone
from sheepfold.server.table.fold import Table
from sheepfold.server.table.undoing import shows_a_bots_choice
from sheepfold.server.wire.kinds import Manners
from tests.server.support import At, Server, in_loop

BOARDS = ("0 lay A1", "0 lay B1")


def moves(at: At) -> list[str]:
    return [f"{'*' if move.seat is None else move.seat} {move.action}" for move in at.live.table.moves]


async def choice(at: At, seat: int, number: int = 0) -> str:
    return (await at.shown(seat))["state"]["legal"][number]


async def leaves_for_good(at: At, seat: int) -> None:
    """Somebody goes, and another lets a bot keep their chair."""
    await at.shown(1 - seat)
    at.server.clock.pass_by(91)
    assert (await at.do("keep", 1 - seat, chair=seat, bot="random"))["type"] == "done"


# ---------------------------------------------------------------------------------------------- consent


@in_loop
async def test_a_bot_in_somebodys_chair_is_no_consent(tmp_path: Path) -> None:
    """Asked, then the one who was asked is kept: the wish lapses instead of being granted."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, manners={"bot_seconds": 5})
        await at.line(0)
        await at.played(f"0 {await choice(at, 0)}")
        before = moves(at)
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        assert at.live.table.wish is not None
        await leaves_for_good(at, 1)
        assert moves(at)[: len(before)] == before
        assert at.live.table.wish is None
        log = await at.entries()
        assert [type(entry) for entry in log if isinstance(entry, UndoAnswered | Undone)] == [UndoAnswered]


@in_loop
async def test_against_somebody_absent_only_ones_own_last_action_is_taken_back(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, manners={"bot_seconds": 5})
        await at.line(0)
        await at.line("watch")
        await at.played(*BOARDS)
        server.clock.pass_by(91)
        for seat in (1, 2):
            assert (await at.do("keep", 0, chair=seat, bot="greedy"))["type"] == "done"
        await at.played("0 play 7")
        assert (await at.do("undo", 0, seat=0))["type"] == "done"  # nobody has done anything since
        await at.played("0 play 12")
        await at.until(lambda: at.live.table.moves[-1].by == "keeper")
        before = moves(at)
        refused = await at.do("undo", 0, seat=0)
        assert refused["code"] == "not now"
        assert moves(at)[: len(before)] == before


@in_loop
async def test_one_who_is_there_can_agree_for_the_table(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 3, manners={"bot_seconds": 5})
        await at.line(0)
        await at.line(1)
        server.clock.pass_by(91)
        assert (await at.do("keep", 0, chair=2, bot="random"))["type"] == "done"
        await at.played(f"0 {await choice(at, 0)}")
        length = len(at.live.table.moves)
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        assert (await at.shown())["table"]["undo"] == {"seat": 0, "waiting": [1]}
        assert len(at.live.table.moves) == length
        assert (await at.do("answer", 1, seat=1, agree=True))["type"] == "done"
        assert len(at.live.table.moves) < length


@in_loop
async def test_what_somebody_did_who_was_sent_away_is_not_taken_back_behind_their_back(tmp_path: Path) -> None:
    """Nobody is left to ask: all that can be taken back is what one did oneself since."""
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        await at.played(f"0 {await choice(at, 0)}")
        while at.live.table.acting() == [0]:
            await at.played(f"0 {await choice(at, 0)}")
        await at.played(f"1 {await choice(at, 1)}")
        assert (await at.do("free", chair=1))["type"] == "done"
        before = moves(at)
        for _bot in range(2):
            refused = await at.do("undo", 0, seat=0)
            assert (refused["code"], moves(at)[: len(before)]) == ("not now", before)
            await at.do("place", chair=1, bot="random")


@in_loop
async def test_what_a_bot_chose_for_oneself_may_be_chosen_anew(tmp_path: Path) -> None:
    """One's own secret is none, whoever chose it."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.line(0)
        await at.played(*BOARDS)
        await at.do("leave", 1, chair=1)
        await at.until(lambda: 1 not in at.live.table.acting())
        await at.line(1)
        assert (await at.do("undo", 1, seat=1))["type"] == "done"
        assert 1 in at.live.table.acting()


# ---------------------------------------------------------------------------------------------- chance


def begun(game: str, players: int, **options: int) -> list[AnyEntry]:
    """The log of a game that has just begun, at a table that leaves to the lot what it can."""
    made = Made(at=1, game=game, players=players, options=dict(options), manners=Manners(lots=True))
    return [made, *(Sat(at=1, chair=seat, name=f"P{seat}") for seat in range(players)), Started(at=1)]


def go_on(log: list[AnyEntry], table: Table, rng: random.Random, fates: dict[tuple[str, ...], str]) -> None:
    """Let chance act as long as it is to; the same course of the game must always meet the same fate."""
    while (following := follows(table, rng, 1.0)) is not None:
        assert isinstance(following, Played)
        course = tuple(f"{move.seat} {move.action}" for move in table.moves)
        assert fates.setdefault(course, following.action) == following.action
        table.fold(following)
        log.append(following)


@pytest.mark.parametrize(
    ("game", "players"), [("nines", 2), ("sheepsheep", 2), ("sheepsheep", 3), ("dyke", 3), ("shepherd", 2)]
)
def test_the_same_course_of_a_game_always_meets_the_same_fate(game: str, players: int) -> None:
    """Back and forth at random, on ever other ways, with restarts: dice, decks and lots never fall anew."""
    rng, fates = random.Random(f"{game} {players}"), dict[tuple[str, ...], str]()
    log = begun(game, players)
    table = Table("t", log)
    again = 0
    for step in range(160):
        known = len(fates)
        drawn = len(log)
        go_on(log, table, rng, fates)
        again += len(log) - drawn - (len(fates) - known)
        if not table.acting() or (table.moves and rng.random() < 0.4):
            back = rng.randrange(max(0, len(table.moves) - 12), len(table.moves))
            entry: AnyEntry = Undone(at=1, seat=0, length=back)
        else:
            assert table.match is not None
            seat = table.acting()[0]
            entry = Played(at=1, seat=seat, action=rng.choice(table.match.legal(seat)))
        table.fold(entry)
        log.append(entry)
        if step % 40 == 39:
            table = Table("t", log)
    assert again > 10  # chance was asked the same again so often


@in_loop
async def test_chance_does_not_roll_again(tmp_path: Path) -> None:
    """However often one takes back, and whatever one chooses then, the same comes: also after a restart."""
    async with Server(tmp_path, dice=random.Random(11)) as server:
        at = await server.table("nines", 2, bots={1: "random"})
        first = await rolls_after(at, 0)
        for number in (1, 0, 1, 0):
            assert (await at.do("undo", 0, seat=0))["type"] == "done"
            assert await rolls_after(at, number) == first
    async with Server(tmp_path, dice=random.Random(12)) as again:
        at.server = again
        await at.shown(0)
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        assert await rolls_after(at, 0) == first
        log = Table(at.name, await at.entries())
        assert [move.action for move in log.moves] == [move.action for move in at.live.table.moves]


async def rolls_after(at: At, number: int) -> list[str]:
    """What chance does after a choice until one can choose again."""
    length = len(at.live.table.moves)
    legal = (await at.shown(0))["state"]["legal"]
    await at.played(f"0 {legal[number % len(legal)]}")
    await at.until(lambda: at.live.table.acting() == [0] and len(at.live.table.moves) > length + 2)
    return [move.action for move in at.live.table.moves[length:] if move.seat is None][:2]


@in_loop
async def test_another_process_rolls_the_same(tmp_path: Path) -> None:
    """Taken back at one process and played again at another, with dice of its own."""
    async with (
        Server(tmp_path, dice=random.Random(1)) as server,
        Server(tmp_path, dice=random.Random(2)) as other,
    ):
        at = await server.table("nines", 2)
        twin = At(other, at.links, at.seats)
        action = await choice(at, 0)
        await at.played(f"0 {action}")
        after = moves(at)
        for _time in range(4):
            await at.shown(0)
            await at.live.catch_up(len(await at.entries()))
            assert (await at.do("undo", 0, seat=0))["type"] == "done"
            assert (await at.do("answer", 1, seat=1, agree=True))["type"] == "done"
            await twin.shown(0)
            await twin.live.catch_up(len(await at.entries()))
            await twin.played(f"0 {action}")
            assert moves(twin) == after


def test_an_old_log_in_which_chance_rolled_again_still_opens() -> None:
    """Before, what was taken back was rolled anew; such logs are read as they were written."""
    log = begun("nines", 2)
    table, rng = Table("t", log), random.Random(1)
    rolled: set[str] = set()
    assert table.match is not None
    for _round in range(6):
        roll(table, rng)
        length = len(table.moves)
        table.fold(Played(at=1, seat=0, action=table.match.legal(0)[0]))
        roll(table, rng)
        rolled.add(table.moves[-1].action)
        table.fold(Undone(at=1, seat=0, length=length))
    assert len(rolled) > 1
    assert table.acting() == [0]


def roll(table: Table, rng: random.Random) -> None:
    """Let chance act as it did in the first release."""
    assert table.match is not None
    while not table.acting():
        table.fold(Played(at=1, action=table.match.draw(rng), by="chance"))


# ---------------------------------------------------------------------------------------------- bots' secrets


@pytest.mark.parametrize("order", ["the bots first", "the person first"])
@in_loop
async def test_whoever_has_seen_what_bots_chose_in_secret_does_not_choose_again(tmp_path: Path, order: str) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3, bots={1: "greedy", 2: "greedy"}, manners={"bot_seconds": 0})
        if order == "the bots first":
            await at.played(*BOARDS)
            await at.until(lambda: at.live.table.acting() == [0])
            await at.played("0 play 7")
        else:
            await at.played(*BOARDS, "0 play 7")
        await at.until(lambda: any(move.note.shows for move in at.live.table.moves))
        await at.until(lambda: at.live.table.moves[-1].by == "bot" or at.live.table.acting() == [0])
        before = moves(at)
        refused = await at.do("undo", 0, seat=0)
        assert refused["code"] == "not now"
        assert "secret" in refused["reason"]
        assert moves(at)[: len(before)] == before


@pytest.mark.parametrize("place", [0, 1, 2])
def test_after_the_reveal_nobody_chooses_again_whenever_the_bots_had_chosen(place: int) -> None:
    """Also if a bot chose after the person: its number stands, and has been seen."""
    table = Table("t", begun("dyke", 3))
    for action in BOARDS:
        table.fold(Played(at=1, seat=0, action=action.removeprefix("0 ")))
    choices = [Played(at=1, seat=seat, action="play 9", by="bot") for seat in (1, 2)]
    choices.insert(place, Played(at=1, seat=0, action="play 7"))
    for chosen in choices:
        table.fold(chosen)
        undone = Undone(at=1, seat=0, length=2 + place, alone=place < 2)
        is_revealed = chosen is choices[-1]
        if len(table.moves) > 2 + place:
            assert shows_a_bots_choice(table, undone) == is_revealed


@in_loop
async def test_what_bots_have_laid_face_down_stays_so_when_one_takes_back(tmp_path: Path) -> None:
    """As long as nothing is revealed one may choose again, and the bots' choices stand, unseen."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 4, bots={1: "random", 2: "random"}, manners={"bot_seconds": 0})
        line = await at.line(0)
        await at.played(*BOARDS, "0 play 7")
        await at.until(lambda: at.live.table.acting() == [3])
        assert (await at.do("undo", 0, seat=0))["type"] == "done"
        await at.do("answer", 3, seat=3, agree=True)
        await line.settle()
        assert at.live.table.acting() == [0, 3]
        laid = [entry for entry in line.latest("state")["log"] if " play " in entry]
        assert sorted(laid) == ["1 play ?", "2 play ?"]


# ---------------------------------------------------------------------------------------------- chairs


async def refused_to_all(at: At, chair: int) -> None:
    """Nobody gets into this chair: not its table's maker, nor a guest, nor one who plays, nor by a new link."""
    at.links = (await at.server.get(f"{at.path}/links", at.token("maker"))).json()
    for token in (at.token("maker"), at.token("invite"), at.token(0)):
        answer = await at.sit(chair, "Curious", token)
        assert (answer.status_code, answer.json()["code"]) == (409, "not now")


@in_loop
async def test_a_freed_chair_does_not_tell_what_lay_hidden(tmp_path: Path) -> None:
    """Cards that somebody laid face down: who wants their chair has to wait until they are turned over."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played(*BOARDS, "1 play 7")
        old = at.token(1)
        assert (await at.do("free", chair=1))["type"] == "done"
        await refused_to_all(at, 1)
        assert (await server.get(f"{at.path}?eyes=1&want=log", old)).status_code == 403
        assert (await server.get(f"{at.path}?eyes=1&want=log", at.token("maker"))).status_code == 403
        await at.played("0 play 12", "2 play 3")
        shown = (await at.shown("watch"))["state"]
        assert "1 play 7" in shown["log"]
        assert not any(line.endswith("?") for line in shown["log"])
        assert (await at.sit(1, "Successor")).status_code == 201  # it has come to light: anybody may sit there


@in_loop
async def test_neither_does_a_chair_that_a_bot_had_meanwhile(tmp_path: Path) -> None:
    """Put a bot there and take the chair from it again: its cards are as secret as a person's."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played(*BOARDS)
        await at.do("free", chair=1)
        await at.do("place", chair=1, bot="random")
        await at.until(lambda: 1 not in at.live.table.acting())
        await at.do("free", chair=1)
        await refused_to_all(at, 1)


@in_loop
async def test_nor_does_a_table_that_is_closed_or_restarted(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played(*BOARDS, "1 play 7")
        await at.do("free", chair=1)
    async with Server(tmp_path) as again:
        at.server = again
        await refused_to_all(at, 1)
        await at.do("close")
        await refused_to_all(at, 1)
        for path in ("record", "replay", "course", "picture.svg?at=3", "picture.svg?eyes=1"):
            assert (await again.get(f"{at.path}/{path}", at.token("maker"))).status_code in (403, 409), path
        assert (await at.do("rematch"))["type"] == "done"
        following = (await again.post(f"{at.path}/follow", at.token("maker"))).json()
        shown = (await again.get(f"/api/tables/{following['table']}?want=log", following["maker"])).json()
        assert shown["table"]["chairs"][1]["kind"] == "open"
        assert shown["state"] is None


@in_loop
async def test_a_chair_whose_cards_came_to_light_does_not_hide_them_again_for_its_new_owner(tmp_path: Path) -> None:
    """Sit down when all is open, then take back: what one sees from the chair then, everybody has seen."""
    async with Server(tmp_path) as server:
        at = await server.table("dyke", 3)
        await at.played(*BOARDS, "1 play 7", "0 play 12", "2 play 3")
        await at.do("free", chair=1)
        at.links = (await server.get(f"{at.path}/links", at.token("maker"))).json()
        assert (await at.sit(1, "Successor")).status_code == 201
        known = [line for line in (await at.shown("watch"))["state"]["log"] if line.startswith("1 ")]
        assert (await at.do("undo", 2, seat=2))["type"] == "done"
        for seat in (0, 1):
            assert (await at.do("answer", seat, seat=seat, agree=True))["type"] == "done"
        assert [line for line in (await at.shown(1))["state"]["log"] if line.startswith("1 ")] == known


@in_loop
async def test_a_secret_that_lasts_keeps_the_chair_for_bots(tmp_path: Path) -> None:
    """A lucky sheep is secret until the end."""
    async with Server(tmp_path) as server:
        at = await server.table("sheepsheep", 2, exchanges=3)
        assert (await at.do("free", chair=1))["type"] == "done"
        await refused_to_all(at, 1)
        assert (await at.do("place", chair=1, bot="random"))["type"] == "done"


@in_loop
async def test_where_nothing_is_hidden_a_chair_changes_hands_as_before(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2)
        await at.do("free", chair=1)
        at.links = (await server.get(f"{at.path}/links", at.token("maker"))).json()
        assert (await at.sit(1, "Successor")).status_code == 201


@in_loop
async def test_at_a_closed_table_nobody_sits_down(tmp_path: Path) -> None:
    async with Server(tmp_path) as server:
        at = await server.table("nines", 2, start=False)
        await at.do("leave", 1, chair=1)
        await at.do("close")
        answer = await at.sit(1, "Late")
        assert (answer.status_code, answer.json()["code"]) == (409, "not now")
