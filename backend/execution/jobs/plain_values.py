"""Whether a value from another machine can be kept: finite numbers, texts and lists of bounded size. Pure."""

import math
from collections.abc import Mapping

from agents.contract.reports import MAX_MESSAGE_LENGTH

MAX_LENGTHS: Mapping[str, int] = {
    "message": MAX_MESSAGE_LENGTH,
    "conf": 4_000_000,  # as `nginx -T` prints it, with everything that it includes
    "stdout": 1_000_000,
    "stderr": 1_000_000,
}
"""Characters of the texts with these names."""

MAX_TEXT_LENGTH = 100_000
MAX_NAME_LENGTH = 300
MAX_ITEMS = 200_000  # kernel settings of a host with hundreds of network devices
DEEPEST = 12
MAX_ABS = 1e18


class ReportError(Exception):
    """`place`: the field of a message; `message`: what is wrong with it."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place, self.message = place, message


def check_plain(value: object, place: str = "", name: str = "", depth: int = 0) -> None:
    """ReportError names the first value that cannot be kept. `name`: the field that it stands in."""
    if depth > DEEPEST:
        raise ReportError(place, f"more than {DEEPEST} levels of lists and objects")
    match value:
        case str():
            if len(value) > (longest := MAX_LENGTHS.get(name, MAX_TEXT_LENGTH)):
                raise ReportError(place, f"{len(value):,} characters, where {longest:,} are allowed")
        case bool():
            return
        case int() | float():
            if not (math.isfinite(value) and abs(value) <= MAX_ABS):
                raise ReportError(place, f"{value:g} is not a number that can be kept")
        case Mapping():
            _check_size(place, len(value))
            for key, item in value.items():
                if len(str(key)) > MAX_NAME_LENGTH:
                    raise ReportError(place, f"a name has more than {MAX_NAME_LENGTH} characters")
                check_plain(item, f"{place}.{key}".lstrip("."), str(key), depth + 1)
        case list() | tuple():
            _check_size(place, len(value))
            for number, item in enumerate(value):
                check_plain(item, f"{place}[{number}]", name, depth + 1)
        case _:
            return


def _check_size(place: str, items: int) -> None:
    if items > MAX_ITEMS:
        raise ReportError(place, f"{items:,} items, where {MAX_ITEMS:,} are allowed")


def check_between(place: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ReportError(place, f"{value:g} is not between {least:g} and {most:g}")
