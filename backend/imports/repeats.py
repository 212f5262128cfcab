"""Rows of one table that share a name: trials of one run, or runs called by what differs. Pure."""

from collections.abc import Sequence

from backend.errors import ProblemItem
from backend.imports.schemas import RunGuess, Together
from backend.imports.tables import shorten_name

_MAX_LENGTH = 110


def named_twice(runs: Sequence[RunGuess]) -> list[str]:
    """Names of several rows that say the same but for their figures."""
    names = [
        run.variant or run.workload or "" for group in _groups(runs) if len(group) > 1 for run in group[:1]
    ]
    return list(dict.fromkeys(names))


def join_repeats(runs: Sequence[RunGuess], together: Together) -> tuple[list[RunGuess], list[ProblemItem]]:
    """Runs in the order of their first rows, and what could not be kept.

    Rows of one name with different settings or topologies are called by what differs, whatever the answer.
    """
    groups = _groups(runs) if together == "repeats" else [[run] for run in runs]
    problems: list[ProblemItem] = []
    out = [_merge(group, problems) for group in groups]
    return _told_apart(out), problems


def _groups(runs: Sequence[RunGuess]) -> list[list[RunGuess]]:
    groups: dict[str, list[RunGuess]] = {}
    for run in runs:
        key = run.model_dump_json(include={"variant", "workload", "topology", "factors", "settings"})
        groups.setdefault(key, []).append(run)
    return list(groups.values())


def _merge(rows: Sequence[RunGuess], problems: list[ProblemItem]) -> RunGuess:
    first = rows[0]
    if len(rows) == 1:
        return first
    published_rows = [row.published for row in rows if row.published]
    common = (
        published_rows[0]
        if published_rows
        and all(row_published.delta == published_rows[0].delta for row_published in published_rows)
        else None
    )
    if published_rows and common is None:
        message = (
            f"“{first.variant}” is there {len(rows)} times with different printed changes: none was kept"
        )
        problems.append(ProblemItem(place=first.place, message=message))
    # what one of several rows printed is no figure of the run
    delta_only = common and common.model_copy(
        update={"requests": None, "requests_per_s": None, "latency_mean": None}
    )
    trials = [trial for row in rows for trial in row.trials]
    return first.model_copy(update={"trials": trials, "published": delta_only})


def _told_apart(runs: list[RunGuess]) -> list[RunGuess]:
    """“x” with 2 and “x” with 4 workers become “x · worker_processes 2” and “x · worker_processes 4”."""
    runs_of_name: dict[tuple[str | None, str | None], list[RunGuess]] = {}
    for run in runs:
        runs_of_name.setdefault((run.variant, run.workload), []).append(run)
    return [_rename(run, runs_of_name[run.variant, run.workload]) for run in runs]


def _rename(run: RunGuess, alike: Sequence[RunGuess]) -> RunGuess:
    names = [name for sibling in alike for name in sibling.settings]
    different = [
        f"{name} {run.settings.get(name, 'not set')}"
        for name in dict.fromkeys(names)
        if len({sibling.settings.get(name) for sibling in alike}) > 1
    ]
    if len({sibling.topology for sibling in alike}) > 1:
        different.insert(0, run.topology.replace("_", " "))
    name = " · ".join([run.variant or "", *different])
    return run.model_copy(update={"variant": shorten_name(name, _MAX_LENGTH)})
