"""Parse a typed command of a load tool into its options. Pure."""

import re
from collections.abc import Collection

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_LONG = {
    "connections": "c",
    "clients": "c",
    "threads": "t",
    "duration": "d",
    "header": "H",
    "requests": "n",
    "max-concurrent-streams": "m",
}


def options_of(words: list[str], with_value: str) -> dict[str, str]:
    """Option → value of the words after the tool; also `url`, `host` (a Host header), `flags`, `closes`."""
    options = {"flags": "", "closes": ""}
    rest_of_words = iter(words)
    for word in rest_of_words:
        if "://" in word and not word.startswith("-"):
            options["url"] = word
        elif word.startswith("--"):
            name, _, value = word[2:].partition("=")
            if short := _LONG.get(name):
                _take(options, short, value or next(rest_of_words, ""))
        elif word.startswith("-") and len(word) > 1:
            letter, rest = word[1], word[2:]
            if letter in with_value:
                _take(options, letter, rest or next(rest_of_words, ""))
            else:
                options["flags"] += word[1:]
    return options


def _take(options: dict[str, str], letter: str, value: str) -> None:
    options[letter] = value
    if letter != "H":
        return
    name, _, text = value.partition(":")
    if name.strip().lower() == "host":
        options["host"] = text.strip()
    if name.strip().lower() == "connection" and text.strip().lower() == "close":
        options["closes"] = "yes"


def go_options_of(words: list[str], switches: Collection[str]) -> dict[str, str]:
    """The same of a Go program, whose flags are long: `-rate 5`, `-rate=5`, `--rate 5`; up to the next pipe.

    Switches take no value: alone they are “true”.
    """
    options: dict[str, str] = {}
    rest_of_words = iter(words)
    for word in rest_of_words:
        if word in ("|", ">"):
            break
        name, mark, value = word.lstrip("-").partition("=")
        if word.startswith("-") and name:
            options[name] = value if mark else "true" if name in switches else next(rest_of_words, "")
    return options


def number_of(text: str | None) -> int | None:
    """A count: `100`, `10k`, `1m`."""
    match = re.fullmatch(r"(\d{1,10})(k|m)?", (text or "").strip().lower())
    return int(match[1]) * {"k": 1000, "m": 1_000_000}.get(match[2] or "", 1) if match else None


def seconds_of(text: str | None) -> int | None:
    """A duration: `60`, `60s`, `1m`."""
    match = re.fullmatch(r"(\d{1,9})([smh]?)", (text or "").strip())
    return int(match[1]) * _SECONDS[match[2]] if match else None
