"""Values from JSON that nothing is believed of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quepu.formats.making import FormatError


def decode(text: str | bytes, where: str) -> Any:
    """A JSON value."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise FormatError(f"{where}: this is no JSON: {error}") from None


def mapping(value: object, where: str) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise FormatError(f"{where}: an object is expected, not {_shown(value)}")
    return value


def items(value: object, where: str, number: int | None = None) -> list[Any]:
    """A JSON array, of so many entries."""
    if not isinstance(value, list) or (number is not None and len(value) != number):
        many = "" if number is None else f" of {number} entries"
        raise FormatError(f"{where}: a list{many} is expected, not {_shown(value)}")
    return value


def whole(value: object, where: str, low: int = -(10**8), high: int = 10**8) -> int:
    """A whole number within bounds."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not low <= value <= high:
        raise FormatError(f"{where}: a whole number from {low} to {high} is expected, not {_shown(value)}")
    return value


def wholes(value: object, where: str, number: int) -> list[int]:
    """So many whole numbers."""
    return [whole(one, f"{where} {at}") for at, one in enumerate(items(value, where, number))]


def string(value: object, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise FormatError(f"{where}: a text is expected, not {_shown(value)}")
    return value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
