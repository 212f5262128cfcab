"""Sentences on the servers of an experiment that are no nginx: what is not available for them. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.catalog.server_names import KNOB_OF_ROLE, server_of
from backend.definition.server_facts import find_declaration

_MISSING = (
    "knobs and texts of nginx, and the check of a text against the list of directives; "
    "CPU time of single workers; requests in progress"
)
_UNCOUNTED = "; a count of requests to check the load tool by"


def describe_missing(
    knobs_of_runs: Iterable[Mapping[str, Any]], facts: Mapping[str, Any] | None
) -> list[str]:
    """A sentence for each such server, in the order of the runs."""
    sentences: dict[str, str] = {}
    for knobs in knobs_of_runs:
        for role in KNOB_OF_ROLE:
            declaration, name = find_declaration(knobs, facts, role), server_of(knobs, role)
            if declaration is not None:
                end = "" if declaration.get("counts_requests") else _UNCOUNTED
                sentences[name] = f"{name} is no nginx. Not available for it: {_MISSING}{end}."
    return list(sentences.values())
