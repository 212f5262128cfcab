"""Which reports are trials of one run, by an answer of `together`, and what the runs are called. Pure."""

import re
from collections.abc import Mapping, Sequence

from agents.catalog.tools import READERS
from backend.errors import Invalid
from backend.imports.conditions import topology_in
from backend.imports.loads import Loads
from backend.imports.schemas import MAX_TRIALS_OF_RUN, ReportOut, RunGuess, Together, TrialIn
from backend.imports.workloads import split

_NUMBERED = re.compile(r"(.*?)[ _.-]*(?:\((\d{1,3})\)|(\d{1,3}))$")
_WORD_AT_END = re.compile(r"(.+?)[ _.-]+(?:trial|run|round|try|test)$", re.IGNORECASE)
_ENDING = re.compile(rf"\.(txt|log|out|json|html?|csv|tsv|md|{'|'.join(READERS)})$", re.IGNORECASE)
PASTED = "pasted text"


Key = tuple[str, str, str]
"""What the reports of one run share: the name, the workload, the address."""


def runs_of(
    reports: Sequence[ReportOut], names: Sequence[str], loads: Loads, together: Together
) -> list[RunGuess]:
    """A run for each group of reports; `names` of the texts."""
    groups = group_reports(reports, names, loads, together)
    if any(len(group) > MAX_TRIALS_OF_RUN for group in groups.values()):
        raise Invalid(
            f"More than {MAX_TRIALS_OF_RUN} reports look like trials of one run; import fewer at once"
        )
    several_loads = len(loads.guesses) > 1
    headings = {(r.text, r.report): v for r, v in zip(reports, loads.variants, strict=True)}
    defaults = [_default_name(group, names, headings) for group in groups.values()]
    run_names = _names(list(groups), defaults, several_loads)
    return [
        RunGuess(
            variant=name,
            workload=workload if several_loads else None,
            topology=topology_in(name),
            trials=[TrialIn(text=r.text, report=r.report, figures=None) for r in group],
            place=f"texts[{group[0].text}].reports[{group[0].report}]",
        )
        for name, ((_, workload, _), group) in zip(run_names, groups.items(), strict=True)
    ]


def group_reports(
    reports: Sequence[ReportOut], names: Sequence[str], loads: Loads, together: Together
) -> dict[Key, list[ReportOut]]:
    """Repeats: all of one file and load. Variants: those under one heading, each alone without one."""
    plain = [file_stem(name) for name in names]
    stems = file_stems(names)
    several_texts = len({r.text for r in reports}) > 1
    texts_with_heading = {r.text for r, variant in zip(reports, loads.variants, strict=True) if variant}
    groups: dict[Key, list[ReportOut]] = {}
    numbers: dict[Key, int] = {}
    for report, workload, variant in zip(reports, loads.names, loads.variants, strict=True):
        text, target = report.text, _target(report)
        is_alone = together == "variants" and text not in texts_with_heading
        file = (plain if is_alone else stems)[text]
        file = file if several_texts or (names[text] != PASTED and text not in texts_with_heading) else ""
        parts = [file]
        if together == "variants" and text in texts_with_heading:
            parts.append(variant)
        elif is_alone and sum(r.text == text for r in reports) > 1:
            numbers[file, workload, target] = numbers.get((file, workload, target), 0) + 1
            parts.append(f"output {numbers[file, workload, target]}")
        groups.setdefault((" · ".join(filter(None, parts)), workload, target), []).append(report)
    return groups


def file_stem(name: str) -> str:
    """Without folders and ending."""
    return _ENDING.sub("", re.split(r"[/\\]", name)[-1])


def _target(report: ReportOut) -> str:
    """What was asked, by its address: the same page of two hosts, or with TLS, are two variants."""
    address = split(report.url or "")
    return f"https://{address.netloc}" if address.scheme == "https" else address.netloc


def file_stems(texts: Sequence[str]) -> list[str]:
    """Names of files without the number of a trial, where these count 1, 2, 3: tuned-1, tuned-2 → tuned."""
    names = [file_stem(text) for text in texts]
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


def _default_name(
    group: Sequence[ReportOut], names: Sequence[str], headings: Mapping[tuple[int, int], str]
) -> str:
    """The heading that all reports of a run stand under, else the file's name."""
    variants = {headings[r.text, r.report] for r in group}
    name = names[group[0].text]
    return (variants.pop() if len(variants) == 1 else "") or ("" if name == PASTED else file_stem(name))


def _names(keys: Sequence[Key], defaults: Sequence[str], several_loads: bool) -> list[str]:
    """By the file, else by what was asked; with a number where that is not enough."""
    hosts = {target for _, _, target in keys}
    names = []
    for (stem, _, target), default in zip(keys, defaults, strict=True):
        own_hosts = {t for s, _, t in keys if s == stem}
        parts = [stem, target if len(own_hosts) > 1 and len(hosts) > 1 else ""]
        names.append(" · ".join(filter(None, parts))[:110] or default[:110] or "imported")
    counts: dict[tuple[str, str], int] = {}
    out = []
    for name, (_, workload, _) in zip(names, keys, strict=True):
        key = (name, workload if several_loads else "")
        counts[key] = counts.get(key, 0) + 1
        out.append(name if counts[key] == 1 else f"{name} ({counts[key]})")
    return out
