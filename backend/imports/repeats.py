"""Rows of one table that share a name: trials of one run, or runs that need names of their own. Pure."""

from collections.abc import Sequence

from backend.errors import ProblemItem
from backend.imports.preview_schemas import RunGuess, Together

_LONGEST = 110


def named_twice(runs: Sequence[RunGuess]) -> list[str]:
    """Names of several rows that say the same but for their figures."""
    names = [run.variant or "" for group in _groups(runs) if len(group) > 1 for run in group[:1]]
    return list(dict.fromkeys(names))


def joined(runs: Sequence[RunGuess], together: Together) -> tuple[list[RunGuess], list[ProblemItem]]:
    """Runs with names of their own, in the order of their first rows, and what could not be kept.

    Rows of one name with different settings or topologies are called by what differs, whatever the answer.
    """
    groups = _groups(runs) if together == "repeats" else [[run] for run in runs]
    problems: list[ProblemItem] = []
    out = [_one(group, problems) for group in groups]
    return _numbered(_told_apart(out)), problems


def _groups(runs: Sequence[RunGuess]) -> list[list[RunGuess]]:
    found: dict[str, list[RunGuess]] = {}
    for run in runs:
        said = run.model_dump_json(include={"variant", "workload", "topology", "factors", "settings"})
        found.setdefault(said, []).append(run)
    return list(found.values())


def _one(rows: Sequence[RunGuess], problems: list[ProblemItem]) -> RunGuess:
    first = rows[0]
    if len(rows) == 1:
        return first
    printed = [row.published for row in rows if row.published]
    kept = printed[0] if printed and all(one.delta == printed[0].delta for one in printed) else None
    if printed and kept is None:
        message = (
            f"“{first.variant}” is there {len(rows)} times with different printed changes: none was kept"
        )
        problems.append(ProblemItem(place=first.place, message=message))
    # what one of several rows printed is no figure of the run
    published = kept and kept.model_copy(
        update={"requests": None, "requests_per_s": None, "latency_mean": None}
    )
    trials = [trial for row in rows for trial in row.trials]
    return first.model_copy(update={"trials": trials, "published": published})


def _told_apart(runs: list[RunGuess]) -> list[RunGuess]:
    """“x” with 2 and “x” with 4 workers become “x · worker_processes 2” and “x · worker_processes 4”."""
    same: dict[tuple[str | None, str | None], list[RunGuess]] = {}
    for run in runs:
        same.setdefault((run.variant, run.workload), []).append(run)
    return [_called(run, same[run.variant, run.workload]) for run in runs]


def _called(run: RunGuess, alike: Sequence[RunGuess]) -> RunGuess:
    names = [name for one in alike for name in one.settings]
    different = [
        f"{name} {run.settings.get(name, 'not set')}"
        for name in dict.fromkeys(names)
        if len({one.settings.get(name) for one in alike}) > 1
    ]
    if len({one.topology for one in alike}) > 1:
        different.insert(0, run.topology.replace("_", " "))
    name = " · ".join([run.variant or "", *different])[:_LONGEST]
    return run.model_copy(update={"variant": name})


def _numbered(runs: list[RunGuess]) -> list[RunGuess]:
    seen: dict[tuple[str | None, str | None], int] = {}
    out = []
    for run in runs:
        key = (run.variant, run.workload)
        number = seen[key] = seen.get(key, 0) + 1
        out.append(run if number == 1 else run.model_copy(update={"variant": f"{run.variant} ({number})"}))
    return out
