"""How an unfinished experiment's runs and trials stand, counted. Pure: no SQL and no table."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple


class Place(NamedTuple):
    """A trial that has not ended."""

    trial_id: str
    run_id: str
    run: str  # its name
    state: str
    round: int
    connections: int | None
    rate: int | None = None


class Tally(NamedTuple):
    runs: int
    ready: int  # runs that are prepared, or failed to be
    trials: int
    open_in: Mapping[int, int]  # round → trials that have not ended
    rounds: int
    ends: Sequence[datetime]  # of trials
    at: Place | None  # the trial at work, else the next one
