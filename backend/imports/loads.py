"""The loads of reports, with names: another length of the document is another load. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from backend.errors import Invalid
from backend.imports.heading_names import clean_length, variant_names
from backend.imports.schemas import MAX_TRIALS, MAX_WORKLOADS, ReportOut, WorkloadGuess

RunKey = tuple[object, ...]
"""What reports share that would be trials of one run if their loads were one."""


@dataclass
class Loads:
    """`guesses` with names of their own; for each report the name of its load and what headings call its
    variant; `remarks` says of a text's number what was told apart."""

    guesses: list[WorkloadGuess] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    variants: list[str] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True)
class _Key:
    load: int
    heading: str
    length: int | None = None


def loads_of(reports: Sequence[ReportOut], files: Sequence[str]) -> Loads:
    """`files`: for each report the name that its file gives the run. Invalid for too many loads."""
    if len(reports) > MAX_TRIALS:
        raise Invalid(f"The texts hold {len(reports)} reports; at most {MAX_TRIALS} are imported at once")
    guesses, numbers = _different(reports)
    variants, headings = variant_names(reports, numbers)
    keys = [_Key(number, heading) for number, heading in zip(numbers, headings, strict=True)]
    runs: list[RunKey] = [
        (file, variant, report.url or "", key)
        for file, variant, report, key in zip(files, variants, reports, keys, strict=True)
    ]
    keys = _split_lengths(reports, runs, keys)
    different = list(dict.fromkeys(keys))
    if len(different) > MAX_WORKLOADS:
        raise Invalid(f"The reports are of more than {MAX_WORKLOADS} different loads; import fewer")
    name_of = dict(zip(different, _names(different, guesses), strict=True))
    loads_out = [guesses[key.load].model_copy(update={"name": name_of[key]}) for key in different]
    names = [name_of[key] for key in keys]
    by_figures = [i for i, heading in enumerate(headings) if not heading]
    remarks = [
        *_split_remarks(reports, files, variants, names, by_figures),
        *_unlike(reports, variants, names),
    ]
    return Loads(loads_out, names, variants, remarks)


def _different(reports: Sequence[ReportOut]) -> tuple[list[WorkloadGuess], list[int]]:
    """The loads that the reports tell apart, and for each report the number of its own."""
    different: list[WorkloadGuess] = []
    numbers: list[int] = []
    position_of: dict[str, int] = {}
    for report in reports:
        text = report.workload.model_dump_json()
        if text in position_of:
            numbers.append(position_of[text])
            continue
        position = next((i for i, load in enumerate(different) if _may_be_one(load, report.workload)), None)
        if position is None:
            different.append(report.workload)
            if len(different) > MAX_WORKLOADS:
                raise Invalid(f"The reports are of more than {MAX_WORKLOADS} different loads; import fewer")
        else:
            different[position] = WorkloadGuess.model_validate(
                report.workload.model_dump(exclude_none=True)
                | different[position].model_dump(exclude_none=True)
            )
        position_of[text] = len(different) - 1 if position is None else position
        numbers.append(position_of[text])
    return different, numbers


def _may_be_one(first: WorkloadGuess, second: WorkloadGuess) -> bool:
    """Whether everything that both say agrees."""
    a, b = first.model_dump(exclude_none=True), second.model_dump(exclude_none=True)
    return all(a[name] == b[name] for name in a.keys() & b.keys())


def _split_lengths(reports: Sequence[ReportOut], runs: Sequence[RunKey], keys: Sequence[_Key]) -> list[_Key]:
    """Loads of their own for the lengths of a document that would otherwise be mixed in one run."""
    lengths: dict[RunKey, list[int]] = {}
    for report, run in zip(reports, runs, strict=True):
        if (length := clean_length(report)) is not None:
            lengths.setdefault(run, []).append(length)
    mixed_keys = {key for run, key in zip(runs, keys, strict=True) if len(set(lengths.get(run, ()))) > 1}
    result = []
    for report, run, key in zip(reports, runs, keys, strict=True):
        length = clean_length(report) or next(iter(lengths.get(run, ())), None)
        result.append(_Key(key.load, key.heading, length) if key in mixed_keys else key)
    return result


def _names(keys: Sequence[_Key], guesses: Sequence[WorkloadGuess]) -> list[str]:
    """Names by headings and by what differs: “3000 connections”, “35312 bytes”; else “load 1”."""
    if len(keys) == 1:
        return ["default"]
    names = [
        " · ".join(filter(None, (key.heading, label)))
        for key, label in zip(keys, _labels(keys, guesses), strict=True)
    ]
    names = [name or guesses[key.load].tool or "" for name, key in zip(names, keys, strict=True)]
    return [name if name and names.count(name) == 1 else f"load {i + 1}" for i, name in enumerate(names)]


_LABELS: tuple[Callable[[WorkloadGuess], str | None], ...] = (
    lambda load: f"{load.connections} connections" if load.connections else None,
    lambda load: load.tool,
    lambda load: load.path[:80] if load.path else None,
    lambda load: f"{load.duration_s} s" if load.duration_s else None,
    lambda load: f"{load.requests} requests" if load.requests else None,
    lambda load: f"{load.threads} threads" if load.threads else None,
    lambda load: load.host[:80] if load.host else None,
)


def _labels(keys: Sequence[_Key], guesses: Sequence[WorkloadGuess]) -> list[str]:
    """For each load what tells it from others of its heading: of the figures that differ as few as do."""
    columns = [[label_of(guesses[key.load]) or "" for key in keys] for label_of in _LABELS]
    columns.append([f"{key.length} bytes" if key.length else "" for key in keys])
    labels: list[str] = ["" for _ in keys]
    for column in columns:
        longer = [", ".join(filter(None, pair)) for pair in zip(labels, column, strict=True)]
        if _distinct(keys, longer) > _distinct(keys, labels):
            labels = longer
    counts = {key.heading: sum(k.heading == key.heading for k in keys) for key in keys}
    return [
        "" if key.heading and counts[key.heading] == 1 else c[:60]
        for key, c in zip(keys, labels, strict=True)
    ]


def _distinct(keys: Sequence[_Key], labels: Sequence[str]) -> int:
    return len({(key.heading, label) for key, label in zip(keys, labels, strict=True)})


def _split_remarks(
    reports: Sequence[ReportOut],
    files: Sequence[str],
    variants: Sequence[str],
    names: Sequence[str],
    places: Sequence[int],
) -> list[tuple[int, str]]:
    """Reports of one name that are runs of their own because their loads differ."""
    loads: dict[tuple[int, str, str], list[str]] = {}
    for i in places:
        of_run = loads.setdefault((reports[i].text, files[i], variants[i]), [])
        if names[i] not in of_run:
            of_run.append(names[i])
    return [
        (text, f"{f'“{variant}”' if variant else 'The text'} has reports of different loads "
               f"({', '.join(several[:6])}): read as runs of their own, never as trials of one run.")
        for (text, _, variant), several in loads.items()
        if len(several) > 1
    ]  # fmt: skip


def _unlike(
    reports: Sequence[ReportOut], variants: Sequence[str], names: Sequence[str]
) -> list[tuple[int, str]]:
    """Variants that fetched documents of different lengths under one load."""
    lengths: dict[str, dict[int, str]] = {}
    for report, variant, name in zip(reports, variants, names, strict=True):
        if (length := clean_length(report)) is not None and variant:
            lengths.setdefault(name, {}).setdefault(length, variant)
    first = {name: report.text for report, name in zip(reversed(reports), reversed(names), strict=True)}
    return [
        (first[name], "The documents differ in length ("
         + ", ".join(f"{variant}: {length:,} bytes" for length, variant in list(by_length.items())[:6])
         + "), so their figures are not like for like.")
        for name, by_length in lengths.items()
        if len(by_length) > 1
    ]  # fmt: skip
