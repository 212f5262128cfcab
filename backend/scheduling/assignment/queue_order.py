"""The entries of the line, and their order after a move. Pure."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from agents.contract.states import ExperimentState


class Waiting(NamedTuple):
    """An unfinished experiment and the hosts that it needs: none while it is stranded."""

    id: str
    name: str
    created_at: datetime
    hosts: frozenset[str]
    state: str = ExperimentState.QUEUED
    testbed_id: str = ""
    labels: tuple[str, ...] = ()  # it may begin on any testbed with these
    wait_for_hosts_s: int | None = None  # that it keeps its hosts while one is offline; None: the usual time


class To(StrEnum):
    """Place in its line that an experiment is to move to."""

    UP = "up"
    DOWN = "down"
    FIRST = "first"
    LAST = "last"


def move_in_order(order: Sequence[str], line: Sequence[str], experiment_id: str, to: To) -> list[str]:
    """All that are queued in their new order. Only `one` moves, past its neighbours in `line`.

    order  ids of all that are queued, first to begin first
    line   those of one testbed, in the same order
    """
    at = line.index(experiment_id)
    after = {To.UP: at - 1, To.DOWN: at + 1, To.FIRST: 0, To.LAST: len(line) - 1}[to]
    after = min(max(after, 0), len(line) - 1)
    if after == at:
        return list(order)
    rest = [item for item in order if item != experiment_id]
    beside = rest.index(line[after])
    rest.insert(beside if after < at else beside + 1, experiment_id)
    return rest
