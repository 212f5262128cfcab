"""Which reports are trials of one run, by an answer of `together`, and what the runs are called. Pure."""

import re
from collections.abc import Sequence

from agents.catalog.tools import READERS
from backend.errors import Invalid
from backend.imports.preview_schemas import ReportOut, RunGuess, Together, WorkloadGuess
from backend.imports.schemas import MAX_TRIALS, MAX_TRIALS_OF_RUN, MAX_WORKLOADS, TrialIn
from backend.imports.workloads import split

_NUMBERED = re.compile(r"(.*?)[ _.-]*(?:\((\d{1,3})\)|(\d{1,3}))$")
_WORD_AT_END = re.compile(r"(.+?)[ _.-]+(?:trial|run|round|try|test)$", re.IGNORECASE)
_ENDING = re.compile(rf"\.(txt|log|out|json|html?|{'|'.join(READERS)})$", re.IGNORECASE)
_TRIAL = re.compile(
    r"(.*?)[ ,;:._-]*\b(?:trial|run|round|try|test|repeat|attempt)[ ._-]*#?\d{1,3}", re.IGNORECASE
)
PASTED = "pasted text"


def heading_of(heading: str | None, before: str | None) -> str | None:
    """A heading holds until the next one; “default, run 2” is “default”, and “run 2” alone names nothing."""
    if heading is None:
        return before
    match = _TRIAL.fullmatch(heading)
    return (match[1] if match else heading) or before


def workloads_of(reports: Sequence[ReportOut]) -> tuple[list[WorkloadGuess], list[str]]:
    """The different loads, named, and for each report the name of its own; Invalid for too many."""
    if len(reports) > MAX_TRIALS:
        raise Invalid(f"The texts hold {len(reports)} reports; at most {MAX_TRIALS} are imported at once")
    different: list[WorkloadGuess] = []
    index = []
    for report in reports:
        position = next(
            (i for i, workload in enumerate(different) if _may_be_one(workload, report.workload)), None
        )
        if position is None:
            different.append(report.workload)
            if len(different) > MAX_WORKLOADS:
                raise Invalid(f"The reports are of more than {MAX_WORKLOADS} different loads; import fewer")
        else:
            different[position] = _join(different[position], report.workload)
        index.append(len(different) - 1 if position is None else position)
    names = _workload_names(different)
    with_names = [w.model_copy(update={"name": name}) for w, name in zip(different, names, strict=True)]
    return with_names, [names[i] for i in index]


def _may_be_one(first: WorkloadGuess, second: WorkloadGuess) -> bool:
    """Whether everything that both say agrees."""
    a, b = first.model_dump(exclude_none=True), second.model_dump(exclude_none=True)
    return all(a[name] == b[name] for name in a.keys() & b.keys())


def _join(first: WorkloadGuess, second: WorkloadGuess) -> WorkloadGuess:
    return WorkloadGuess.model_validate(
        second.model_dump(exclude_none=True) | first.model_dump(exclude_none=True)
    )


def _workload_names(workloads: Sequence[WorkloadGuess]) -> list[str]:
    """What differs between them: “3000 connections”, else “load 1”."""
    if len(workloads) == 1:
        return ["default"]
    for name_of in (_by_connections, _by_tool, _by_path):
        names = [name_of(w) for w in workloads]
        if all(names) and len(set(names)) == len(names):
            return [str(name) for name in names]
    return [f"load {i + 1}" for i in range(len(workloads))]


def _by_connections(workload: WorkloadGuess) -> str | None:
    return f"{workload.connections} connections" if workload.connections else None


def _by_tool(workload: WorkloadGuess) -> str | None:
    return workload.tool


def _by_path(workload: WorkloadGuess) -> str | None:
    return workload.path[:80] if workload.path else None


Key = tuple[str, str, str]
"""What the reports of one run share: the name, the workload, the address."""


def runs_of(
    reports: Sequence[ReportOut], names: Sequence[str], workloads: Sequence[str], together: Together
) -> list[RunGuess]:
    """A run for each group of reports; `names` of the texts, `workloads` of each report by name."""
    groups = group_reports(reports, names, workloads, together)
    if any(len(group) > MAX_TRIALS_OF_RUN for group in groups.values()):
        raise Invalid(
            f"More than {MAX_TRIALS_OF_RUN} reports look like trials of one run; import fewer at once"
        )
    several_loads = len(set(workloads)) > 1
    run_names = _names(list(groups), several_loads)
    return [
        RunGuess(
            variant=name,
            workload=workload if several_loads else None,
            trials=[TrialIn(text=r.text, report=r.report, figures=None) for r in group],
            place=f"texts[{group[0].text}].reports[{group[0].report}]",
        )
        for name, ((_, workload, _), group) in zip(run_names, groups.items(), strict=True)
    ]


def group_reports(
    reports: Sequence[ReportOut], names: Sequence[str], workloads: Sequence[str], together: Together
) -> dict[Key, list[ReportOut]]:
    """Repeats: all of one file and load. Variants: those under one heading, each alone without one."""
    plain = [_ENDING.sub("", _last(name)) for name in names]
    stems = _stems(plain)
    several_texts = len({r.text for r in reports}) > 1
    texts_with_heading = {r.text for r in reports if r.heading}
    groups: dict[Key, list[ReportOut]] = {}
    numbers: dict[Key, int] = {}
    for report, workload in zip(reports, workloads, strict=True):
        text, target = report.text, _target(report)
        is_alone = together == "variants" and text not in texts_with_heading
        file = (plain if is_alone else stems)[text]
        file = file if several_texts or (names[text] != PASTED and text not in texts_with_heading) else ""
        parts = [file]
        if together == "variants" and text in texts_with_heading:
            parts.append(report.heading or "")
        elif is_alone and sum(r.text == text for r in reports) > 1:
            numbers[file, workload, target] = numbers.get((file, workload, target), 0) + 1
            parts.append(f"output {numbers[file, workload, target]}")
        groups.setdefault((" · ".join(filter(None, parts)), workload, target), []).append(report)
    return groups


def _last(name: str) -> str:
    return re.split(r"[/\\]", name)[-1]


def _target(report: ReportOut) -> str:
    """What was asked, by its address: the same page of two hosts are two variants."""
    return split(report.url).netloc if report.url else ""


def _stems(names: Sequence[str]) -> list[str]:
    """Names without the number of a trial, where these count 1, 2, 3: tuned-1, tuned-2 → tuned."""
    split = [_NUMBERED.fullmatch(name) for name in names]
    numbers: dict[str, list[int]] = {}
    for match in split:
        if match and match[1]:
            numbers.setdefault(match[1], []).append(int(match[2] or match[3]))
    trials = {stem for stem, trial_numbers in numbers.items() if _counts(trial_numbers)}
    stems = [m[1] if m and m[1] in trials else name for m, name in zip(split, names, strict=True)]
    return [m[1] if (m := _WORD_AT_END.fullmatch(stem)) and stem in trials else stem for stem in stems]


def _counts(numbers: Sequence[int]) -> bool:
    first = min(numbers)
    return (
        len(numbers) > 1 and first in (0, 1) and sorted(numbers) == list(range(first, first + len(numbers)))
    )


def _names(keys: Sequence[tuple[str, str, str]], several_loads: bool) -> list[str]:
    """By the file, else by what was asked; with a number where that is not enough."""
    hosts = {target for _, _, target in keys}
    names = []
    for stem, _, target in keys:
        own_hosts = {t for s, _, t in keys if s == stem}
        parts = [stem, target if len(own_hosts) > 1 and len(hosts) > 1 else ""]
        names.append(" · ".join(filter(None, parts))[:110] or "imported")
    counts: dict[tuple[str, str], int] = {}
    out = []
    for name, (_, workload, _) in zip(names, keys, strict=True):
        key = (name, workload if several_loads else "")
        counts[key] = counts.get(key, 0) + 1
        out.append(name if counts[key] == 1 else f"{name} ({counts[key]})")
    return out
