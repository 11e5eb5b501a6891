"""Random texts through every parser of `quepu.notation`: `python tests/fuzz/notation.py 1000000 [seed]`.

Half the texts are any Unicode, half are right texts with a few characters changed. A parser may refuse a text with a
`NotationError` that points into it; anything else is a fault. What is accepted must be written and read back the same.
"""

import random
import sys
import time
from collections.abc import Callable

from quepu import notation as n
from quepu import tiles as t
from quepu._notations import CODECS

WORDS = ("chow", "pung", "kong", "added", "concealed", "quint", "from", "EE0000")
PIECES = "0123456789０９mpszfESWNCFPabhWBTFJHr?,|[] \t\n\ufe0f一九万萬筒饼条索东風红中发财白春菊百搭混皇后背赤\U0001f000\U0001f02b"


def random_text(rng: random.Random) -> str:
    """Characters from anywhere in Unicode (lone surrogates too), or from those that notations use."""
    size = rng.randrange(12)
    if rng.random() < 0.5:
        return "".join(rng.choices(PIECES, k=size))
    return "".join(chr(rng.randrange(rng.choice((0x80, 0x3000, 0x10000, 0x110000)))) for _ in range(size))


def right_text(rng: random.Random, notation: str) -> str:
    """A text that is right in the notation, but for tiles of which there may be too many."""
    spelled = CODECS[notation].spelled
    tiles = rng.choices(tuple(spelled), k=rng.randrange(15))
    return CODECS[notation].joint.join("".join(spelled[tile]) for tile in tiles)


def right_meld(rng: random.Random) -> str:
    tiles = n.write(
        rng.choices(t.TILES, k=rng.choice((1, 3, 4, 5))) if rng.random() < 0.5 else [rng.choice(t.TILES)] * 4
    )
    return f"{rng.choice(WORDS)} {tiles}{rng.choice(('', ' from 2'))}"


def right_hand(rng: random.Random) -> str:
    start = rng.randrange(7)
    packs = (
        f"[{start + 1}{start + 2}{start + 3}{rng.choice('mps')},{rng.randrange(1, 4)}]",
        f"[{rng.choice('ESWNCFP') * 4},6]",
    )
    tail = rng.choice(("", "|EE0100", "|SW0000|abc"))
    return "".join(rng.choices(packs, k=rng.randrange(4))) + right_text(rng, "mcr") + tail


def changed(rng: random.Random, text: str) -> str:
    """The text with up to three characters put in, taken out or moved."""
    letters = list(text)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(letters) + 1)
        match rng.randrange(3):
            case 0:
                letters.insert(at, rng.choice(PIECES))
            case 1:
                del letters[at : at + 1]
            case _:
                rest = letters[at:]
                letters = rest[:2] + letters[:at] + rest[2:]
    return "".join(letters)


def again_tiles(notation: str) -> Callable[[str], None]:
    def check(text: str) -> None:
        tiles = n.parse(text, notation)
        assert n.parse(n.write(tiles, notation), notation) == tiles

    return check


def again_meld(text: str) -> None:
    meld = n.parse_meld(text, frozenset({4, 31}))
    assert n.parse_meld(str(meld), frozenset({4, 31})) == meld


def again_hand(text: str) -> None:
    hand = n.parse_hand(text, "mcr", seat=1)
    assert n.parse_hand(n.write_hand(hand, "mcr", seat=1), "mcr", seat=1) == hand


def fuzz(count: int, seed: int = 0) -> int:
    """Feed `count` texts to each parser; answer how many texts were read in all."""
    rng = random.Random(seed)
    parsers: dict[str, tuple[Callable[[str], None], Callable[[], str]]] = {
        notation: (again_tiles(notation), lambda notation=notation: right_text(rng, notation))
        for notation in n.NOTATIONS
    }
    parsers["meld"] = (again_meld, lambda: right_meld(rng))
    parsers["hand"] = (again_hand, lambda: right_hand(rng))
    done = 0
    for name, (parser, right) in parsers.items():
        for i in range(count):
            text = changed(rng, right()) if i % 2 else random_text(rng)
            try:
                parser(text)
            except n.NotationError as error:
                if i % 100 < 2:  # the message tries all the other notations: a sample is enough
                    str(error)
                if error.text != text or not 0 <= error.position <= len(text):
                    raise AssertionError(f"{name}: {text!r}: {error}") from error
            except Exception as error:
                error.add_note(f"{name}: {text!r}")
                raise
            done += 1
    return done


if __name__ == "__main__":
    began = time.perf_counter()
    total = fuzz(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{total} texts, {time.perf_counter() - began:.0f} s")
