"""Whether a value from another machine can be kept: finite numbers, texts and lists of bounded size. Pure."""

import math
from collections.abc import Mapping

from agents.contract.reports import LONGEST_MESSAGE

LONGEST: Mapping[str, int] = {
    "message": LONGEST_MESSAGE,
    "conf": 4_000_000,  # as `nginx -T` prints it, with everything that it includes
    "stdout": 1_000_000,
    "stderr": 1_000_000,
}
"""Characters of the texts with these names."""

LONGEST_TEXT = 100_000
LONGEST_NAME = 300
MOST_ITEMS = 200_000  # kernel settings of a host with hundreds of network devices
DEEPEST = 12
LARGEST = 1e18


class Misfit(Exception):
    """`place`: the field of a message; `message`: what is wrong with it."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place, self.message = place, message


def check_plain(value: object, place: str = "", name: str = "", depth: int = 0) -> None:
    """Misfit names the first value that cannot be kept. `name`: the field that it stands in."""
    if depth > DEEPEST:
        raise Misfit(place, f"more than {DEEPEST} levels of lists and objects")
    match value:
        case str():
            if len(value) > (longest := LONGEST.get(name, LONGEST_TEXT)):
                raise Misfit(place, f"{len(value):,} characters, where {longest:,} are allowed")
        case bool():
            return
        case int() | float():
            if not (math.isfinite(value) and abs(value) <= LARGEST):
                raise Misfit(place, f"{value:g} is not a number that can be kept")
        case Mapping():
            _check_size(place, len(value))
            for key, item in value.items():
                if len(str(key)) > LONGEST_NAME:
                    raise Misfit(place, f"a name has more than {LONGEST_NAME} characters")
                check_plain(item, f"{place}.{key}".lstrip("."), str(key), depth + 1)
        case list() | tuple():
            _check_size(place, len(value))
            for number, item in enumerate(value):
                check_plain(item, f"{place}[{number}]", name, depth + 1)
        case _:
            return


def _check_size(place: str, items: int) -> None:
    if items > MOST_ITEMS:
        raise Misfit(place, f"{items:,} items, where {MOST_ITEMS:,} are allowed")


def check_between(place: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise Misfit(place, f"{value:g} is not between {least:g} and {most:g}")
