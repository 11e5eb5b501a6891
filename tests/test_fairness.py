"""Fair walls: what is committed binds, what is published tells nothing more, and every way to cheat in a record is named."""

import json
import re
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from second_walls import PROGRAM, VECTORS

from quepu.fairness import (
    DealProof,
    Noted,
    Proof,
    Seed,
    commitment,
    deal_commitment,
    deal_key,
    match_key,
    new_secret,
    verify,
)
from quepu.notation import write
from quepu.scoring import rules_for
from quepu.wall import WallError, shuffle, tile_set

RULES = rules_for("riichi")
SECRET = bytes(range(32))
SEED = Seed(SECRET, ("a", "b", "", "ü"))
NOTED = Noted(SEED.commitment, {0: "a"}, {2: SEED.deal_commitment(2)})
OVER = SEED.proof(RULES, played=3, over=True)
RUNNING = SEED.proof(RULES, played=3)


# ------------------------------------------------------------------------------------------------ vectors and keys


@pytest.mark.parametrize("vector", VECTORS["matches"], ids=lambda v: v["key"][:4])
def test_vectors_of_matches(vector):
    secret, nonces = bytes.fromhex(vector["secret"]), vector["nonces"]
    assert commitment(secret) == PROGRAM.hashed(b"secret", secret).hex() == vector["commitment"]
    key = match_key(secret, nonces)
    assert key.hex() == PROGRAM.match_key(secret, nonces).hex() == vector["key"]
    seed = Seed(secret, tuple(nonces))
    for deal in vector["deals"]:
        assert deal_key(key, deal["number"]).hex() == PROGRAM.deal_key(key, deal["number"]).hex() == deal["key"]
        assert seed.key(deal["number"]).hex() == deal["key"]
        assert seed.deal_commitment(deal["number"]) == deal_commitment(bytes.fromhex(deal["key"])) == deal["commitment"]


NONCES = st.lists(st.text(max_size=6), min_size=1, max_size=5)


@given(NONCES, NONCES)
def test_no_two_lists_of_nonces_make_one_key(one, other):
    assert (match_key(SECRET, one) == match_key(SECRET, other)) == (one == other)


def test_cutting_the_nonces_otherwise_makes_another_key():
    lists = [
        ["ab", "c"],
        ["a", "bc"],
        ["abc", ""],
        ["", "abc"],
        ["abc"],
        ["c", "ab"],
        ["ab", "c", ""],
        ["a\0\0\0\1b", "c"],
    ]
    assert len({match_key(SECRET, nonces) for nonces in lists}) == len(lists)


def test_deals_of_a_match_differ_and_matches_differ():
    walls = {SEED.wall(RULES, number) for number in range(1, 40)}
    walls |= {Seed(new_secret(), SEED.nonces).wall(RULES, number) for number in range(1, 40)}
    walls |= {Seed(SECRET, ("a", "b", "", nonce)).wall(RULES, 1) for nonce in ("", "u", "v")}
    assert len(walls) == 39 * 2 + 3
    assert len({new_secret() for _ in range(100)}) == 100


def test_a_match_repeats_itself_from_the_same_secret_and_nonces():
    assert Seed(SECRET, SEED.nonces).wall(RULES, 7) == SEED.wall(RULES, 7)


def test_there_is_no_default_seed():
    with pytest.raises(TypeError):
        Seed()
    with pytest.raises(TypeError):
        Seed(nonces=("a",))
    for secret in (b"", None, "secret", 0, bytes(31)):
        with pytest.raises(WallError, match="secret: 32 bytes are needed"):
            Seed(secret, ("a",))
    for byte in (0, 255):
        with pytest.raises(WallError, match="the same byte over and over is none"):
            Seed(bytes([byte]) * 32, ("a",))


@pytest.mark.parametrize("nonces", ["abcd", (), (1, 2), None, ("a", None)])
def test_nonces_that_cannot_be(nonces):
    with pytest.raises(WallError, match="a text for each seat is expected"):
        Seed(SECRET, nonces)


def test_a_nonce_that_is_no_text():
    with pytest.raises(WallError, match="cannot be written in UTF-8"):
        Seed(SECRET, ("\ud800",))


@pytest.mark.parametrize("number", [0, -1, 2**32, True, "1", 1.0])
def test_numbers_of_deals(number):
    with pytest.raises(WallError, match="is no number of a deal; the first is 1"):
        SEED.key(number)


# ------------------------------------------------------------------------------------------------ what is published when


def test_while_the_match_runs_nothing_of_later_deals_is_published():
    text = RUNNING.write().decode()
    hidden = [
        SECRET.hex(),
        match_key(SECRET, SEED.nonces).hex(),
        *(SEED.key(n).hex() for n in range(4, 9)),
        SEED.wall(RULES, 4).text,
    ]
    assert not [secret for secret in hidden if secret in text]
    assert [bool(deal.key) for deal in RUNNING.deals] == [True, True, True, False]
    assert RUNNING.deals[3].commitment == SEED.deal_commitment(4)
    assert SECRET.hex() in OVER.write().decode()
    assert len(OVER.deals) == 3


def test_the_secret_is_not_shown_unasked():
    assert repr(SEED) == "Seed(nonces=('a', 'b', '', 'ü'))"


@pytest.mark.parametrize("proof", [OVER, RUNNING], ids=["over", "running"])
def test_written_and_read(proof):
    assert Proof.read(proof.write()) == Proof.read(proof.write().decode()) == proof
    assert verify(proof.write(), NOTED, RULES) == verify(proof, NOTED, RULES)


# ------------------------------------------------------------------------------------------------ checking


def test_a_fair_match_agrees_in_everything():
    verdict = verify(OVER, NOTED, RULES)
    assert verdict.ok
    assert verdict.complete
    assert [words.en for words in verdict.agrees] == [
        "the commitment is the one noted before the match",
        "the nonce of seat 0 is in the record",
        "the secret matches the commitment",
        "the commitment noted before the deal is that of the record: deal 2",
        "the key matches the commitment of the deal: deal 1-3",
        "the key follows from the secret and the nonces: deal 1-3",
        "wall and dice follow from the key: deal 1-3",
        "the wall is made of the tiles of the game: deal 1-3",
    ]
    assert all(words.zh and "{" not in words.zh for words in verdict.agrees)


def test_what_nobody_noted_or_published_stays_open():
    verdict = verify(RUNNING)
    assert verdict.ok
    assert not verdict.complete
    told = " | ".join(words.en for words in verdict.open)
    for part in (
        "made up afterwards",
        "server alone",
        "when the match is over",
        "not published yet: deal 4",
        "no rules are given",
    ):
        assert part in told


def test_without_any_nonce_the_server_chose_alone():
    seed = Seed(SECRET, ("", "", "", ""))
    verdict = verify(seed.proof(RULES, 1, over=True), Noted(seed.commitment, {0: ""}), RULES)
    assert verdict.ok
    assert [words.en for words in verdict.open] == [
        "no player's own nonce is given: the server alone may have chosen the walls"
    ]


def test_a_deal_without_its_wall_is_open_and_its_key_follows_from_the_secret():
    deals = (msgspec.structs.replace(OVER.deals[0], key="", wall="", dice=()), *OVER.deals[1:])
    verdict = verify(msgspec.structs.replace(OVER, deals=deals), NOTED, RULES)
    assert verdict.ok
    assert [words.en for words in verdict.open] == ["the wall is not in the record: deal 1"]


def changed(**fields) -> Proof:
    return msgspec.structs.replace(OVER, **fields)


def deal_changed(**fields) -> Proof:
    one, two, three = OVER.deals
    return changed(deals=(one, msgspec.structs.replace(two, **fields), three))


def exchanged(wall: str) -> str:
    """The wall with its first two different neighbours exchanged."""
    tiles = list(SEED.wall(RULES, 2).tiles)
    assert write(tiles) == wall
    place = next(i for i in range(135) if tiles[i] != tiles[i + 1])
    tiles[place], tiles[place + 1] = tiles[place + 1], tiles[place]
    return write(tiles)


def honest_from(secret: bytes, nonces=SEED.nonces) -> Proof:
    return Seed(secret, nonces).proof(RULES, 3, over=True)


def from_key(key: bytes) -> DealProof:
    wall = shuffle(tile_set(RULES), key)
    return DealProof(2, deal_commitment(key), key.hex(), wall.text, wall.dice)


def with_other_tiles(key: bytes) -> dict:
    wall = shuffle((0, *tile_set(RULES)[:-1]), key)
    return {"wall": wall.text, "dice": wall.dice}


OTHER = bytes(range(1, 33))
CHEATS: dict[str, tuple[Callable[[], Proof], str]] = {
    "all made up afterwards": (lambda: honest_from(OTHER), "commitment: the record has .*, noted before the match was "),
    "another secret": (lambda: changed(secret=OTHER.hex()), "secret: its commitment is .*, the record has "),
    "another nonce": (lambda: honest_from(SECRET, ("x", "b", "", "ü")), "nonce of seat 0: the record has 'x', noted was 'a'"),
    "no nonces": (lambda: changed(nonces=("",)), "nonce of seat 0: the record has '', noted was 'a'"),
    "another nonce of others": (lambda: changed(nonces=("a", "c", "", "ü")), "deal 1: the key does not follow from"),
    "nonces in another order": (lambda: changed(nonces=("a", "ü", "", "b")), "deal 3: the key does not follow from"),
    "another key": (lambda: deal_changed(key=OTHER.hex()), "deal 2: the key does not match the commitment of the deal"),
    "another key, consistent": (lambda: changed(deals=(OVER.deals[0], from_key(OTHER), OVER.deals[2])), "deal 2: commitment: .*, noted was "),
    "a repeated wall": (
        lambda: deal_changed(**{name: getattr(OVER.deals[0], name) for name in ("commitment", "key", "wall", "dice")}),
        "deal 2: the key does not follow from the secret and the nonces",
    ),
    "the same wall under the right key": (lambda: deal_changed(wall=OVER.deals[0].wall), "deal 2: tile 1 of the wall is "),
    "two tiles exchanged": (lambda: deal_changed(wall=exchanged(OVER.deals[1].wall)), r"deal 2: tile \d+ of the wall is .. in the record, "),
    "other dice": (lambda: deal_changed(dice=OVER.deals[1].dice[::-1]), "deal 2: the dice are .* in the record, from the key follow "),
    "no dice": (lambda: deal_changed(dice=()), "deal 2: the wall cannot be read: wall: 0 dice"),
    "unreadable": (lambda: deal_changed(wall="99"), "deal 2: the wall cannot be read: not in notation"),
    "too long": (lambda: deal_changed(wall="1" * 70000 + "m"), "deal 2: the wall cannot be read: below: "),
    "other tiles": (lambda: deal_changed(**with_other_tiles(SEED.key(2))), "deal 2: wall: the game has 4 of 1m, the wall 5; "),
    "a deal left out": (lambda: changed(deals=(OVER.deals[0], OVER.deals[2])), "deal 2 should stand where the record has deal 3"),
    "a noted deal left out": (lambda: changed(deals=OVER.deals[:1]), "deal 2: its commitment was noted, but the record has no such deal"),
    "the first deal left out": (lambda: changed(deals=OVER.deals[1:]), "deal 1 should stand where the record has deal 2"),
    "a deal twice": (lambda: changed(deals=(*OVER.deals, OVER.deals[2])), "deal 4 should stand where the record has deal 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHEATS)
def test_every_cheat_is_named(name):
    make, expected = CHEATS[name]
    verdict = verify(make(), NOTED, RULES)
    assert not verdict.ok
    assert not verdict.complete
    assert any(re.match(expected, words.en, re.DOTALL) for words in verdict.differs), [w.en for w in verdict.differs]
    assert all(words.zh != words.en for words in verdict.differs)
    assert "DIFFERS: " in str(verdict)


def test_a_noted_seat_that_is_not_there():
    for seat in (-1, 4):
        verdict = verify(OVER, Noted(nonces={seat: "a"}))
        assert [words.en for words in verdict.differs] == [f"nonce of seat {seat}: the record has None, noted was 'a'"]


@given(st.integers(0, 135), st.integers(0, 135))
def test_any_two_tiles_exchanged_are_seen(one, other):
    tiles = list(SEED.wall(RULES, 2).tiles)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    wall = write(tiles)
    verdict = verify(deal_changed(wall=wall), NOTED, RULES)
    assert verdict.ok == (wall == OVER.deals[1].wall)


# ------------------------------------------------------------------------------------------------ records that cannot be read


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "quepu/walls/2"}, "format: 'quepu/walls/2' cannot be read; 'quepu/walls/1' can"),
        ({"version": "quepu-wall-0"}, "walls of 'quepu-wall-0' cannot be repeated"),
        ({"commitment": "ab"}, "commitment: 64 digits 0-9 a-f are expected, not 'ab'"),
        ({"secret": SECRET.hex()[:-1] + "G"}, "secret: 64 digits"),
        ({"nonces": []}, "nonces: a text for each seat"),
        ({"nonces": [1]}, "Expected `str`, got `int` - at `$.nonces[0]`"),
        ({"seed": 1}, "unknown field `seed`"),
        (
            {"deals": [{"number": 0, "commitment": "0" * 64}]},
            "0 is no number of a deal; the first is 1 - at `$.deals[0]`",
        ),
        ({"deals": [{"number": 1, "commitment": "0" * 64, "key": "k"}]}, "deal 1: key: 64 digits"),
        ({"deals": [{"number": 1}]}, "missing required field `commitment` - at `$.deals[0]`"),
    ],
)
def test_records_that_cannot_be_read(change, message):
    data = json.loads(OVER.write()) | change
    with pytest.raises(WallError, match=re.escape(message)):
        verify(json.dumps(data))


@given(st.one_of(st.binary(), st.text(), st.text().map(lambda text: '{"format": "quepu/walls/1", "version": ' + text)))
def test_any_other_text_is_refused(text):
    with pytest.raises(WallError):
        Proof.read(text)


def test_a_broken_text_inside_a_record():
    data = OVER.write().replace(b'"b"', b'"\xff"')
    with pytest.raises(WallError, match="record of walls: "):
        verify(data)


def test_notes_that_cannot_be():
    with pytest.raises(WallError, match="noted commitment: 64 digits"):
        Noted("2e70")
    with pytest.raises(WallError, match="noted commitment of deal 3: 64 digits"):
        Noted(deals={3: "x"})
