"""Proposals instead of a mix with requests that cannot be answered or sent. Pure."""

from collections.abc import Iterable

from agents.contract.mix import MixEntry
from backend.advice.rule import Instead


def rest_of_mix(entries: Iterable[MixEntry]) -> Instead:
    """The workload with these requests alone; `/` where there are none."""
    return Instead(workload={"mix": [entry.model_dump() for entry in entries] or [{"path": "/"}]})
