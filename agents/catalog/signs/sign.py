"""Type of signs: something observable that shows whether a setting acted."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Reading = Literal["start", "run", "system calls", "definition", "none"]


class Sign(NamedTuple):
    """`shows`: what is observed, or why nothing is. `read`: when.

    start         read back when the servers have started
    run           counted in every trial
    system calls  counted in a diagnostic trial
    definition    nothing is counted; rules know when it cannot act
    none          nothing shows it
    """

    shows: str
    read: Reading


class CallSign(NamedTuple):
    """System calls of nginx that a setting changes for each request.

    `is_added`: it works by making them, so that without any it did nothing.
    """

    names: tuple[str, ...]
    is_added: bool = True


def signs(read: Reading, shows_by_name: Mapping[str, str]) -> dict[str, Sign]:
    """Signs that are read in the same way."""
    return {name: Sign(shows, read) for name, shows in shows_by_name.items()}
