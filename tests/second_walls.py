"""Walls a second time: the vectors, and the program printed in docs/walls.md, which does not know quepu."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

TESTS = Path(__file__).parent
VECTORS = json.loads((TESTS / "vectors" / "walls.json").read_text("utf-8"))


def second_program() -> SimpleNamespace:
    """The functions of the printed program."""
    document = (TESTS.parent / "docs" / "walls.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", document, re.MULTILINE | re.DOTALL)
    code = next(block for block in blocks if block.startswith("import hashlib"))
    assert "quepu." not in code
    space: dict = {}
    exec(code, space)
    return SimpleNamespace(**space)


PROGRAM = second_program()
