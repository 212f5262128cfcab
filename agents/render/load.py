"""The load of a variant: the workload, with what knobs of the variant change in it. Pure."""

from collections.abc import Mapping
from typing import TypeVar

from agents.catalog.knobs import Value
from agents.contract.workload import Workload

W = TypeVar("W", bound=Workload)


def load_of(workload: W, knobs: Mapping[str, Value]) -> W:
    """The load to apply; HTTP/1.1 has no streams."""
    protocol = knobs.get("load.protocol")
    if protocol is None:
        return workload
    streams = None if protocol == "h1" else workload.streams
    return workload.model_copy(update={"protocol": protocol, "streams": streams})
