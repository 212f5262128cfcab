"""Names of the columns of an exported table of trials, for what writes and what reads them. Pure."""

from collections.abc import Collection

EXPERIMENT = ("experiment_id", "experiment")
RUN = ("run_id", "run", "variant", "workload", "topology", "is_baseline", "is_control")
TRIAL = ("trial_id", "round", "repeat", "attempt", "position", "start", "state", "started_at", "ended_at")
LOAD = ("tool", "threads", "connections", "duration [s]", "requests_planned", "keepalive", "path", "rate")
RUN_POSITION = "run_position"
"""In the order of the experiment, from 0; rows stand in the order in which trials were measured."""
_MARKS = frozenset((*EXPERIMENT, *RUN, *TRIAL))


def setting_column(kind: str, name: str) -> str:
    """`knob: nginx.gzip`; kinds are factor, knob and setting."""
    return f"{kind}: {name}"


def setting_of(heading: str) -> tuple[str, str]:
    """(kind, name) of such a column; ("", heading) of another one."""
    kind, mark, name = heading.partition(": ")
    return (kind, name) if mark and kind in ("factor", "knob", "setting") else ("", heading)


def is_exported(heading: Collection[str]) -> bool:
    """Whether a heading is that of a table that Dynoboard exported, whole or with columns added."""
    return set(heading) >= _MARKS
