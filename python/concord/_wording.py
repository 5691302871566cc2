"""The command's words in Python's terms: arguments in place of flags, functions in place of commands."""

from __future__ import annotations

import csv
import re
import shlex

from concord._arguments import ARGUMENTS, Kind

_PLACEHOLDERS = ("NAME", "COLUMN", "COLUMNS", "LABELS", "LABELERS", "SPELLINGS", "NAMES", "CONDITION", "RULE", "VALUE", "LIST",
                 "FILE", "DIR", "GROUP", "GIB")
_COMMANDS = re.compile(r"\bfit (agreement|judge|plan|check|simulate)\b")
# What stands after a flag is its value where it is quoted, a placeholder such as NAME, of signs that no sentence begins
# with, or a word after which the sentence has an end; "--order makes labels" has no value, "--duplicates keep" has.
_FLAG = re.compile(
    r"""(?<![\w-])--(?P<flag>[a-z][a-z-]*)
        (?:[ =](?!--)(?P<value>
            '(?:[^']|'\\'')*' |
            [A-Z][A-Z,]*\b(?![a-z]) |
            -(?=\s|$|[;.]) |
            (?:[^\s;'"]+[0-9,./_:=-][^\s;'"]*|[0-9][^\s;'"]*?)(?=[;:.)]?(?:\s|$)) |
            (?!(?:and|or|by|in|is|are|the|it|too|for|of|each|names|made|makes|says|has|that|they|both|goes|takes|asks)\b)
            [^\s;'",.:()=]+(?=$|[.;:,)/]|\s{2,}|\n|[ ][(]|[ ]or\b|[ ]for\b|[ ]instead\b|[ ]--)
        ))?""",
    re.VERBOSE,
)

# Between two arguments, which had but a blank between them as flags.
_BESIDE = re.compile(r'(?:(?<=["\]])|(?<==True)) (?=[a-z_]+=["\[])')


def in_python(text: str) -> str:
    """A message of the command with ``item="x"`` where it says ``--item x``."""
    text = re.sub(r"\bfit --each-category FILE", "concord.batch(data, each_category=True)", text)
    text = re.sub(r"--duplicates first(, last or mean| or last)", _several_rules, text)
    text = _COMMANDS.sub(r"concord.\1", text)
    return _BESIDE.sub(", ", _FLAG.sub(_argument, text))


def _several_rules(found: re.Match[str]) -> str:
    return 'duplicates="first"' + re.sub(r"\b(last|mean)\b", r'"\1"', found[1])


def _argument(found: re.Match[str]) -> str:
    name = found["flag"].replace("-", "_")
    argument = ARGUMENTS.get(name)
    value = found["value"]
    if argument is not None and argument.kind == "switch":
        return f"{name}=True" + (f" {value}" if value else "")
    if value is None:
        return name
    end = ""
    if value[0] != "'" and value[-1] in ".,:)" and value not in (".", ","):
        value, end = value[:-1], value[-1]
    no_column = value == "-" and name in ("labeler", "group")
    literal = "False" if no_column else _literal(value, argument.kind if argument else "text")
    return f"{name}={literal}{end}"


def _literal(value: str, kind: Kind) -> str:
    """The value of a flag, as written for a shell, as one of Python."""
    text = shlex.split(value)[0] if value[0] == "'" else value
    if kind == "number":
        return text
    if value in _PLACEHOLDERS:
        return "[…]" if kind == "list" else '"…"'
    if kind == "list":
        values = next(csv.reader([text], strict=False))
        if len(values) > 1:
            return "[" + ", ".join(_quoted(v) for v in values) + "]"
        text = values[0] if values else ""
    return _quoted(text)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
