"""Fair walls: neither the server nor the players alone choose them, and everybody can check that afterwards.

Before the match the server shows the commitment of a secret; then every player gives a nonce, any text. Secret and nonces make
the key of the match, that makes a key for each deal, and this one the wall. Before a deal the commitment of its key is shown,
after it the key; after the match the secret. docs/walls.md tells the bytes, and what this does not prevent.

>>> from quepu.scoring import rules_for
>>> riichi, secret = rules_for("riichi"), bytes(range(32))  # in a real match: new_secret()
>>> shown = commitment(secret)
>>> seed = Seed(secret, ("lucky", "七", "", "42"))
>>> seed.wall(riichi, 1).text[:14], seed.deal_commitment(2)[:16]
('4p4s2z3m75p9m1', '60e3aee9b400645a')
>>> proof = seed.proof(riichi, played=2, over=True)
>>> verify(proof, Noted(shown, nonces={0: "lucky"}), riichi).ok
True
>>> print(verify(proof, Noted(shown, nonces={0: "unlucky"}), riichi).differs[0].en)
nonce of seat 0: the record has 'lucky', noted was 'unlucky'
"""

from __future__ import annotations

import functools
import hmac
import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from quepu.notation import NotationError, write
from quepu.rules import Compiled
from quepu.rules.expr import Words
from quepu.wall import KEY_BYTES, VERSION, Wall, WallError, check_bytes, hashed, shuffle, shuffled

FORMAT = "quepu/walls/1"
LAST_DEAL = 2**32 - 1
_HEX = re.compile(f"[0-9a-f]{{{2 * KEY_BYTES}}}")


# ------------------------------------------------------------------------------------------------ keys and commitments


def new_secret() -> bytes:
    """A secret for one match, from the operating system; never used for a second one."""
    return secrets.token_bytes(KEY_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of the secret before the match, in hex: binds the server to it and tells nothing of it.

    >>> commitment(bytes(range(32)))[:16]
    '2e7023c1b04b77b7'
    """
    if len(set(check_bytes("secret", secret))) == 1:
        raise WallError("secret: the same byte over and over is none; new_secret() makes one")
    return hashed("secret", secret).hex()


def match_key(secret: bytes, nonces: Sequence[str]) -> bytes:
    """The key of a match: HMAC of the nonces in the order of the seats, each with its length before it, under the secret."""
    check_bytes("secret", secret)
    if isinstance(nonces, str) or not nonces or not all(isinstance(nonce, str) for nonce in nonces):
        raise WallError(f"nonces: {nonces!r} is not possible; a text for each seat is expected, perhaps an empty one")
    return _keyed(secret, "nonces", b"".join(map(_counted, nonces)))


def deal_key(key: bytes, number: int) -> bytes:
    """The key of a deal of the match with this key; deals are numbered from 1."""
    if type(number) is not int or not 1 <= number <= LAST_DEAL:
        raise WallError(f"deal: {number!r} is no number of a deal; the first is 1")
    return _keyed(check_bytes("key of the match", key), "deal", number.to_bytes(4, "big"))


def deal_commitment(key: bytes) -> str:
    """What is shown of a deal's key before the deal, in hex."""
    return hashed("key", check_bytes("key", key)).hex()


def _keyed(key: bytes, use: str, data: bytes) -> bytes:
    return hmac.digest(key, f"{VERSION}/{use}/".encode() + data, "sha256")


def _counted(nonce: str) -> bytes:
    try:
        data = nonce.encode()
    except UnicodeEncodeError:
        raise WallError(f"nonces: {nonce!r} cannot be written in UTF-8") from None
    return len(data).to_bytes(4, "big") + data


# ------------------------------------------------------------------------------------------------ a match


@dataclass(frozen=True)
class Seed:
    """All walls of a match: the server's secret and the players' nonces, by seat. `repr` does not show the secret.

    Seats that the server plays itself have the empty nonce: otherwise it could try nonces until it likes the walls.
    """

    secret: bytes = field(repr=False)
    nonces: tuple[str, ...]

    def __post_init__(self) -> None:
        commitment(self.secret)
        match_key(self.secret, self.nonces)
        object.__setattr__(self, "nonces", tuple(self.nonces))

    @functools.cached_property
    def commitment(self) -> str:
        """What was shown before the nonces were given."""
        return commitment(self.secret)

    def key(self, number: int) -> bytes:
        """The key of a deal, numbered from 1; public only when the deal is over."""
        return deal_key(match_key(self.secret, self.nonces), number)

    def deal_commitment(self, number: int) -> str:
        """What is shown before the deal."""
        return deal_commitment(self.key(number))

    def wall(self, rules: Compiled, number: int) -> Wall:
        """The wall of a deal."""
        return shuffled(rules, self.key(number))

    def proof(self, rules: Compiled, played: int, *, over: bool = False) -> Proof:
        """What may be published after so many deals: their keys and walls, the next commitment; the secret when all is over."""
        deals = []
        for number in range(1, played + 1):
            wall = self.wall(rules, number)
            key = self.key(number)
            deals.append(DealProof(number, deal_commitment(key), key.hex(), wall.text, wall.dice))
        if not over:
            deals.append(DealProof(played + 1, self.deal_commitment(played + 1)))
        return Proof(FORMAT, VERSION, self.commitment, self.nonces, tuple(deals), self.secret.hex() if over else "")


class DealProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is public of a deal. Key, wall (tiles as in case files, in drawing order) and dice are empty until it is over."""

    number: int
    commitment: str
    key: str = ""
    wall: str = ""
    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.number <= LAST_DEAL:
            raise WallError(f"{self.number} is no number of a deal; the first is 1")
        _check_hex(f"deal {self.number}: commitment", self.commitment)
        if self.key:
            _check_hex(f"deal {self.number}: key", self.key)


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is public of a match's walls, also as JSON (docs/walls.md). `secret` is empty until the match is over."""

    format: str
    version: str
    commitment: str
    nonces: tuple[str, ...]
    deals: tuple[DealProof, ...]
    secret: str = ""

    def __post_init__(self) -> None:
        if self.format != FORMAT:
            raise WallError(f"format: {self.format!r} cannot be read; {FORMAT!r} can")
        if self.version != VERSION:
            raise WallError(f"version: walls of {self.version!r} cannot be repeated; those of {VERSION!r} can")
        _check_hex("commitment", self.commitment)
        if self.secret:
            _check_hex("secret", self.secret)
        if not self.nonces:
            raise WallError("nonces: a text for each seat is expected, perhaps an empty one")

    @classmethod
    def read(cls, text: str | bytes) -> Proof:
        """From JSON; raises WallError that says what is wrong and where."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise WallError(f"record of walls: {error}") from None

    def write(self) -> bytes:
        """As JSON."""
        return msgspec.json.format(msgspec.json.encode(self))


def _check_hex(what: str, text: str) -> None:
    if not _HEX.fullmatch(text):
        raise WallError(f"{what}: {2 * KEY_BYTES} digits 0-9 a-f are expected, not {text!r}")


# ------------------------------------------------------------------------------------------------ checking


@dataclass(frozen=True)
class Noted:
    """What somebody noted while the match was played: the commitment shown before it, nonces by seat, commitments by deal.

    Without it a record proves little: all of it can have been made up afterwards.
    """

    commitment: str = ""
    nonces: Mapping[int, str] = field(default_factory=dict)
    deals: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.commitment:
            _check_hex("noted commitment", self.commitment)
        for number, text in self.deals.items():
            _check_hex(f"noted commitment of deal {number}", text)


@dataclass(frozen=True)
class Verdict:
    """What agrees, what differs, and what stays open because it is not published or nobody noted it."""

    agrees: tuple[Words, ...]
    differs: tuple[Words, ...]
    open: tuple[Words, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing differs; much may be open."""
        return not self.differs

    @property
    def complete(self) -> bool:
        """Whether nothing differs and nothing is open."""
        return not self.differs and not self.open

    def __str__(self) -> str:
        groups = (("agrees", self.agrees), ("DIFFERS", self.differs), ("open", self.open))
        return "\n".join(f"{name + ':':8} {words.en}" for name, group in groups for words in group)


AGREES = {
    "noted": ("记下的承诺与记录一致：第 {} 局", "the commitment noted before the deal is that of the record: deal {}"),
    "key": ("密钥与该局的承诺相符：第 {} 局", "the key matches the commitment of the deal: deal {}"),
    "derived": ("密钥由主密钥与各家随机文字推出：第 {} 局", "the key follows from the secret and the nonces: deal {}"),
    "wall": ("牌墙和骰子由密钥推出：第 {} 局", "wall and dice follow from the key: deal {}"),
    "tiles": ("牌墙正是这套规则的牌：第 {} 局", "the wall is made of the tiles of the game: deal {}"),
}
OPEN = {
    "key": ("密钥尚未公布：第 {} 局", "the key is not published yet: deal {}"),
    "wall": ("记录中没有牌墙：第 {} 局", "the wall is not in the record: deal {}"),
}


class _Findings:
    """Statements as they are found; those that say the same of several deals become one."""

    def __init__(self) -> None:
        self.agrees: list[Words] = []
        self.differs: list[Words] = []
        self.open: list[Words] = []
        self.alike: dict[str, list[int]] = defaultdict(list)
        self.missing: dict[str, list[int]] = defaultdict(list)

    def agree(self, zh: str, en: str) -> None:
        self.agrees.append(Words(zh, en))

    def differ(self, zh: str, en: str) -> None:
        self.differs.append(Words(zh, en))

    def leave_open(self, zh: str, en: str) -> None:
        self.open.append(Words(zh, en))

    def verdict(self) -> Verdict:
        agrees = [_about(text, self.alike[what]) for what, text in AGREES.items() if self.alike[what]]
        left = [_about(text, self.missing[what]) for what, text in OPEN.items() if self.missing[what]]
        return Verdict((*self.agrees, *agrees), tuple(self.differs), (*self.open, *left))


def _about(texts: tuple[str, str], numbers: Iterable[int]) -> Words:
    return Words(*(text.format(ranges(numbers)) for text in texts))


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in ascending order, in few words.

    >>> ranges([1, 2, 3, 7, 9, 10])
    '1-3, 7, 9-10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}-{last}" if first < last else str(first) for first, last in runs)


def verify(proof: Proof | str | bytes, noted: Noted | None = None, rules: Compiled | None = None) -> Verdict:
    """Check a match's walls: what was published (also as JSON) against itself, what was noted, and the tiles of the game.

    Raises WallError only for what cannot be read at all; everything that does not agree is said in the verdict.

    >>> from quepu.scoring import rules_for
    >>> mcr, seed = rules_for("mcr"), Seed(bytes(range(32)), ("a", "b", "", ""))
    >>> print(verify(seed.proof(mcr, played=1), Noted(seed.commitment, {0: "a"}), mcr))
    agrees:  the commitment is the one noted before the match
    agrees:  the nonce of seat 0 is in the record
    agrees:  the key matches the commitment of the deal: deal 1
    agrees:  wall and dice follow from the key: deal 1
    agrees:  the wall is made of the tiles of the game: deal 1
    open:    the secret is published when the match is over: only then can be checked that all keys follow from it
    open:    the key is not published yet: deal 2
    """
    if not isinstance(proof, Proof):
        proof = Proof.read(proof)
    noted = noted or Noted()
    found = _Findings()
    _check_noted(proof, noted, found)
    _check_secret(proof, found)
    _check_numbers(proof, noted, found)
    match = match_key(bytes.fromhex(proof.secret), proof.nonces) if proof.secret else None
    for deal in proof.deals:
        _check_deal(deal, match, noted, rules, found)
    if rules is None:
        found.leave_open(
            "没有给出规则：牌墙的牌对不对未查",
            "no rules are given: whether the walls have the right tiles is not checked",
        )
    return found.verdict()


def _check_noted(proof: Proof, noted: Noted, found: _Findings) -> None:
    here, there = proof.commitment, noted.commitment
    if not there:
        found.leave_open(
            "没有给出开局前记下的承诺：整份记录可能是事后编造的",
            "no commitment noted before the match is given: the whole record may have been made up afterwards",
        )
    elif here == there:
        found.agree("记录中的承诺就是开局前记下的", "the commitment is the one noted before the match")
    else:
        found.differ(
            f"承诺：记录中是 {here}，开局前记下的是 {there}",
            f"commitment: the record has {here}, noted before the match was {there}",
        )
    for seat, nonce in sorted(noted.nonces.items()):
        given = proof.nonces[seat] if 0 <= seat < len(proof.nonces) else None
        if given == nonce:
            found.agree(f"{seat} 家的随机文字在记录中", f"the nonce of seat {seat} is in the record")
        else:
            found.differ(
                f"{seat} 家的随机文字：记录中是 {given!r}，记下的是 {nonce!r}",
                f"nonce of seat {seat}: the record has {given!r}, noted was {nonce!r}",
            )
    if not any(noted.nonces.values()):
        found.leave_open(
            "没有给出任何玩家自己的随机文字：牌墙可能由服务器一方选定",
            "no player's own nonce is given: the server alone may have chosen the walls",
        )


def _check_secret(proof: Proof, found: _Findings) -> None:
    if not proof.secret:
        found.leave_open(
            "主密钥在全场结束后才公布：在此之前不能查各局密钥是否由它推出",
            "the secret is published when the match is over: only then can be checked that all keys follow from it",
        )
        return
    right = hashed("secret", bytes.fromhex(proof.secret)).hex()
    if right == proof.commitment:
        found.agree("主密钥与承诺相符", "the secret matches the commitment")
    else:
        found.differ(
            f"主密钥的承诺应为 {right}，记录中是 {proof.commitment}",
            f"secret: its commitment is {right}, the record has {proof.commitment}",
        )


def _check_numbers(proof: Proof, noted: Noted, found: _Findings) -> None:
    """A deal left out, or dealt again until it suits, shows in the numbers."""
    numbers = [deal.number for deal in proof.deals]
    for before, number in pairwise((0, *numbers)):
        if number != before + 1:
            found.differ(
                f"第 {before + 1} 局的位置上，记录中是第 {number} 局",
                f"deal {before + 1} should stand where the record has deal {number}",
            )
    for number in sorted(set(noted.deals) - set(numbers)):
        found.differ(
            f"第 {number} 局：记下过承诺，记录中没有这一局",
            f"deal {number}: its commitment was noted, but the record has no such deal",
        )


def _check_deal(deal: DealProof, match: bytes | None, noted: Noted, rules: Compiled | None, found: _Findings) -> None:
    n = deal.number
    if noted.deals.get(n) == deal.commitment:
        found.alike["noted"].append(n)
    elif n in noted.deals:
        found.differ(
            f"第 {n} 局的承诺：记录中是 {deal.commitment}，记下的是 {noted.deals[n]}",
            f"deal {n}: commitment: the record has {deal.commitment}, noted was {noted.deals[n]}",
        )
    key = bytes.fromhex(deal.key)
    if match:
        right = deal_key(match, n)
        key = key or right
        if key == right:
            found.alike["derived"].append(n)
        else:
            found.differ(
                f"第 {n} 局的密钥不是由主密钥与各家随机文字推出的",
                f"deal {n}: the key does not follow from the secret and the nonces",
            )
    if not key:
        found.missing["key"].append(n)
        return
    if deal_commitment(key) == deal.commitment:
        found.alike["key"].append(n)
    else:
        found.differ(f"第 {n} 局的密钥与该局的承诺不符", f"deal {n}: the key does not match the commitment of the deal")
    if deal.wall:
        _check_wall(deal, key, rules, found)
    else:
        found.missing["wall"].append(n)


def _check_wall(deal: DealProof, key: bytes, rules: Compiled | None, found: _Findings) -> None:
    n = deal.number
    try:
        wall = Wall.read(deal.wall, deal.dice)
        right = shuffle(wall.tiles, key)
    except (NotationError, WallError) as error:
        found.differ(f"第 {n} 局的牌墙读不出来：{error}", f"deal {n}: the wall cannot be read: {error}")
        return
    wrong = [place for place, tile in enumerate(right.tiles) if wall.tiles[place] != tile]
    if wrong:
        here, there = write((wall.tiles[wrong[0]],)), write((right.tiles[wrong[0]],))
        found.differ(
            f"第 {n} 局的牌墙：第 {wrong[0] + 1} 张记录中是 {here}，由密钥推出的是 {there}",
            f"deal {n}: tile {wrong[0] + 1} of the wall is {here} in the record, from the key follows {there}",
        )
    elif wall.dice != right.dice:
        found.differ(
            f"第 {n} 局的骰子：记录中是 {wall.dice}，由密钥推出的是 {right.dice}",
            f"deal {n}: the dice are {wall.dice} in the record, from the key follow {right.dice}",
        )
    else:
        found.alike["wall"].append(n)
    if rules is None:
        return
    try:
        wall.check(rules)
        found.alike["tiles"].append(n)
    except WallError as error:
        found.differ(f"第 {n} 局的牌不对：{error}", f"deal {n}: {error}")
