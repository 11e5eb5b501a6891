"""Records of matches: JSON lines, written while they are played, read, played again and checked. The form: docs/records.md."""

from quepu.record.checking import verify
from quepu.record.files import Private, Writer, parse, read
from quepu.record.folding import Step, fold, result_of
from quepu.record.lines import FORMAT, ActLine, Header, Line, Over, Record, RecordError, Result, Start, encode

__all__ = [
    "FORMAT",
    "ActLine",
    "Header",
    "Line",
    "Over",
    "Private",
    "Record",
    "RecordError",
    "Result",
    "Start",
    "Step",
    "Writer",
    "encode",
    "fold",
    "parse",
    "read",
    "result_of",
    "verify",
]
