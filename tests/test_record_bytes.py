"""Whatever bytes a file holds: they are a record, or it is said what is wrong with them."""

import json
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_matches import line_with

from quepu.record import Record, RecordError, fold, parse, verify
from quepu.record.lines import KINDS

KEPT = Path(__file__).parent / "records"
SHORT = [
    b"".join(data.splitlines(keepends=True)[: line_with(data, "deal", 1)])
    for data in (f.read_bytes() for f in sorted(KEPT.glob("*")))
]
"""The first deals of the records that are kept, and how the second ones begin."""


def good_or_refused(data: bytes) -> None:
    try:
        record = parse(data)
        verify(record)
        list(fold(record))
    except RecordError:
        return
    assert isinstance(record, Record)


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_mutated_bytes_are_refused_or_good(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from(SHORT)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        match data.draw(st.sampled_from(["byte", "cut", "insert", "copy"])):
            case "byte":
                text[at] = data.draw(st.sampled_from(b'0123456789mpsz"{}[],:-\n\\xff'))
            case "cut":
                del text[at : at + data.draw(st.integers(1, 30))]
            case "insert":
                text[at:at] = data.draw(st.binary(max_size=4))
            case "copy":
                text[at:at] = text[data.draw(st.integers(0, len(text) - 1)) :][: data.draw(st.integers(1, 300))]
        if not text:
            break
    good_or_refused(bytes(text))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_mutated_values_are_refused_or_good(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(SHORT)).splitlines()
    at = data.draw(st.sampled_from([0, 1, 2, 3, 5, len(lines) - 2]))
    line = json.loads(lines[at])
    key = data.draw(st.sampled_from([*line, *KINDS]))
    old = line.get(key)
    value = data.draw(VALUES)
    if isinstance(old, list) and old and data.draw(st.booleans()):
        old[data.draw(st.integers(0, len(old) - 1))] = value
    elif isinstance(old, dict) and data.draw(st.booleans()):
        old[data.draw(st.sampled_from([*old, "x"]))] = value
    else:
        line[key] = value
    lines[at] = json.dumps(line, allow_nan=True).encode()
    good_or_refused(b"\n".join(lines) + b"\n")
