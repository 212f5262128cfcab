"""From what was posted to a definition and its runs; every problem at once, with its place. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from agents.catalog.knobs import Value
from agents.catalog.roles import Topology
from agents.catalog.tools import TOOLS
from agents.contract.workload import Workload
from backend.definition.model import Definition
from backend.definition.variants import cell_name, variant_hash
from backend.errors import ProblemItem
from backend.imports.schemas import MAX_TRIALS, ImportIn, RunIn
from backend.imports.settings import recognise_settings

A_TRIAL_S, MANY = 10, 1_000_000


@dataclass(frozen=True)
class ImportedRun:
    """A run before it is a row; `number` is its place in what was posted."""

    number: int
    name: str
    variant: str
    workload: Workload
    topology: Topology
    factors: dict[str, str]
    knobs: dict[str, Value]
    described: dict[str, str]
    variant_hash: str
    is_baseline: bool
    is_control: bool
    parent: str | None


class Refused(Exception):
    """What was posted does not make an experiment; every problem with its place."""

    def __init__(self, problems: list[ProblemItem]) -> None:
        super().__init__(problems[0].message)
        self.problems = problems


def plan_import(body: ImportIn) -> tuple[Definition, list[ImportedRun]]:
    """The definition and its runs in the order posted; Refused with every problem."""
    problems = list(_problems(body))
    if problems:
        raise Refused(problems)
    runs = _runs(body)
    return _definition(body, runs), runs


def variant_of(run: RunIn) -> str:
    """Its name; that of its cell where it has levels, so that it is the grid's own."""
    return cell_name(run.factors) if run.factors else run.variant or ""


def rounds_of(run: RunIn) -> list[int]:
    """The round of each trial: as it is given, else its place."""
    return [trial.round or place for place, trial in enumerate(run.trials, start=1)]


def baseline_name(body: ImportIn) -> str:
    baseline = body.baseline
    for run in body.runs:
        if baseline is not None and baseline in (run.variant, variant_of(run)):
            return variant_of(run)
    return variant_of(body.runs[0]) if baseline is None else ""


def _problems(body: ImportIn) -> Iterator[ProblemItem]:
    workloads = [w.name for w in body.workloads]
    for name, count in Counter(workloads).items():
        if count > 1:
            yield _item("workloads", f"{count} workloads are called “{name}”; give each a name of its own")
    for k, name in enumerate(workloads):
        if not name.isprintable():
            yield _item(f"workloads[{k}].name", "must be one line of text")
    first_place: dict[tuple[str, str], int] = {}
    for i, run in enumerate(body.runs):
        yield from _run_problems(body, run, f"runs[{i}]", workloads)
        key = (variant_of(run), run.workload or workloads[0])
        if key[0] and first_place.setdefault(key, i) != i:
            text = f"“{key[0]}” is there twice (the other is runs[{first_place[key]}])"
            yield _item(f"runs[{i}].variant", f"{text}: rename one, or put their trials together")
    if body.baseline is not None and not baseline_name(body):
        names = ", ".join(dict.fromkeys(variant_of(r) for r in body.runs[:20]))
        yield _item("baseline", f"there is no variant “{body.baseline}”; there is: {names}")
    trials = sum(len(run.trials) for run in body.runs)
    if trials > MAX_TRIALS:
        yield _item("runs", f"{trials} trials are more than {MAX_TRIALS}; import them in parts")


def _run_problems(body: ImportIn, run: RunIn, place: str, workloads: Sequence[str]) -> Iterator[ProblemItem]:
    if run.workload is not None and run.workload not in workloads:
        names = ", ".join(workloads)
        yield _item(f"{place}.workload", f"there is no workload “{run.workload}”; there is: {names}")
    if not run.variant and not run.factors:
        yield _item(f"{place}.variant", "give the variant a name")
    if run.factors:
        yield from _level_problems(body, run.factors, place)
    if run.parent is not None:
        yield from _parent_problems(body, run, f"{place}.parent")
    rounds = rounds_of(run)
    if len(set(rounds)) < len(rounds):
        yield _item(f"{place}.trials", "each trial of a run needs a round of its own")
    for k, trial in enumerate(run.trials):
        trial_place = f"{place}.trials[{k}]"
        if (trial.text is None) == (trial.figures is None):
            yield _item(trial_place, "give either text and report, or figures")
        elif trial.text is not None and trial.text >= len(body.texts):
            yield _item(
                f"{trial_place}.text", f"there is no text {trial.text}; there are {len(body.texts)}, from 0"
            )
        elif trial.figures is not None and not trial.figures:
            yield _item(f"{trial_place}.figures", "a trial needs a figure, for example requests_per_s")


def _parent_problems(body: ImportIn, run: RunIn, place: str) -> Iterator[ProblemItem]:
    names = [candidate.variant for candidate in body.runs if candidate.variant and not candidate.factors]
    if run.factors:
        yield _item(place, "a cell of a grid follows no other run")
    elif run.parent == run.variant:
        yield _item(place, f"“{run.parent}” cannot follow itself")
    elif run.parent not in names:
        names_text = ", ".join(dict.fromkeys(names[:20]))
        yield _item(place, f"there is no variant “{run.parent}”; there is: {names_text}")


def _level_problems(body: ImportIn, levels: Mapping[str, str], place: str) -> Iterator[ProblemItem]:
    for factor, level in levels.items():
        if factor not in body.factors:
            yield _item(f"{place}.factors.{factor}", f"there is no factor “{factor}”")
        elif level not in body.factors[factor]:
            levels_text = ", ".join(list(body.factors[factor])[:20])
            problem = f"“{level}” is not a level of {factor}; there is: {levels_text}"
            yield _item(f"{place}.factors.{factor}", problem)
    for factor in body.factors:
        if factor not in levels:
            yield _item(f"{place}.factors", f"no level of “{factor}” is given")


def _item(place: str, message: str) -> ProblemItem:
    return ProblemItem(place=place, message=message)


def _runs(body: ImportIn) -> list[ImportedRun]:
    workloads = {w.name: w for w in body.workloads}
    numbers = _baselines(body, baseline_name(body))
    return [
        _run(body, i, run, workloads[run.workload or body.workloads[0].name], i in numbers)
        for i, run in enumerate(body.runs)
    ]


def _baselines(body: ImportIn, baseline: str) -> set[int]:
    """Numbers of the runs that the others of their workload are compared with."""
    numbers: dict[str, list[int]] = {}
    for i, run in enumerate(body.runs):
        numbers.setdefault(run.workload or body.workloads[0].name, []).append(i)
    result: set[int] = set()
    for group in numbers.values():
        chosen_runs = [i for i in group if body.runs[i].baseline][:1]
        result |= set(chosen_runs or [i for i in group if variant_of(body.runs[i]) == baseline])
    return result


def _run(body: ImportIn, number: int, run: RunIn, workload: Workload, is_baseline: bool) -> ImportedRun:
    settings = dict(body.settings)
    for factor, level in run.factors.items():
        settings |= body.factors[factor][level]
    knobs, descriptions = recognise_settings(settings | run.settings)
    variant = variant_of(run)
    return ImportedRun(
        number=number,
        name=(run.variant or variant) + (f" · {workload.name}" if len(body.workloads) > 1 else ""),
        variant=variant,
        workload=workload,
        topology=run.topology,
        # in the order of the grid, as runs of ours have them
        factors={f: run.factors[f] for f in body.factors if f in run.factors},
        knobs=knobs,
        described=descriptions,
        variant_hash=variant_hash({**knobs, **descriptions}, run.topology),
        is_baseline=is_baseline,
        is_control=run.control and not is_baseline,
        parent=run.parent,
    )


def _definition(body: ImportIn, runs: Sequence[ImportedRun]) -> Definition:
    """In the shape of a launched one, so that results, charts and clones take it as any other."""
    common = recognise_settings(body.settings)
    levels = {
        factor: {level: recognise_settings(settings).knobs for level, settings in of.items()}
        for factor, of in body.factors.items()
    }
    topology = _most_used(runs)
    run_of: dict[str, ImportedRun] = {}
    for run in runs:
        if not run.factors:
            run_of.setdefault(run.variant, run)
    base = next(run for run in runs if run.variant == baseline_name(body))
    data = {
        "name": body.name,
        "description": body.description,
        "source": body.source,
        "topology": topology,
        "workloads": [_launchable(w) for w in body.workloads],
        "trials": max(len(run.trials) for run in body.runs),
        "warmup": {"prepared": 0, "trial": 0},
        "order": "sequential",
        "control": False,
        "allowed_failures": body.allowed_failures,
        "baseline": base.factors or base.variant,
        "set": common.knobs,
        "factors": levels,
        "variants": [
            _variant(body, run, topology, common.knobs, run_of.get(run.parent or ""))
            for run in runs
            if run_of.get(run.variant) is run
        ],
        "published": _published_table(body, runs),
    }
    try:
        return Definition.model_validate(data)
    except ValidationError as error:
        items = [_item(".".join(map(str, e["loc"])), e["msg"]) for e in error.errors()]
        raise Refused(items) from None


def _launchable(workload: Workload) -> dict[str, Any]:
    """As a clone begins with: values of a new one where the source says none. Runs say what is unknown."""
    fields = workload.model_dump(exclude={"unknown"})
    length = {"duration_s": A_TRIAL_S} if "duration" in TOOLS[workload.tool].ends_by else {"requests": MANY}
    return fields if "length" not in workload.unknown else fields | length


def _most_used(runs: Sequence[ImportedRun]) -> Topology:
    counts: Counter[Topology] = Counter(run.topology for run in runs)
    return max(counts, key=lambda topology: counts[topology])


def _variant(
    body: ImportIn,
    run: ImportedRun,
    topology: Topology,
    common_knobs: Mapping[str, Value],
    parent: ImportedRun | None,
) -> dict[str, object]:
    """A variant on top of its parent, or of what all share; what it does not set of these is taken back."""
    description = "; ".join(f"{name} {text}".strip() for name, text in run.described.items())
    note = " ".join(filter(None, (body.runs[run.number].note, description)))
    below, below_topology = (parent.knobs, parent.topology) if parent else (common_knobs, topology)
    removed_knobs = {name: None for name in below if name not in run.knobs}
    return {
        "name": run.variant,
        "from": parent.variant if parent else None,
        "set": {name: value for name, value in run.knobs.items() if below.get(name) != value} | removed_knobs,
        "topology": None if run.topology == below_topology else run.topology,
        "note": note[:2000] or None,
    }


def _published_table(body: ImportIn, runs: Sequence[ImportedRun]) -> dict[str, object] | None:
    several = len(body.workloads) > 1
    rows = [
        row.model_dump(exclude_none=True)
        | {"variant": run.variant, "workload": run.workload.name if several else None}
        | {"trials": _rates(body.runs[run.number])}
        for run in runs
        if (row := body.runs[run.number].published) is not None
    ]
    return {"source": body.source or body.name, "rows": rows} if rows else None


def _rates(run: RunIn) -> list[float]:
    """Trials as a table gave them; one alone is the row itself."""
    rates = [t.figures["requests_per_s"] for t in run.trials if t.figures and "requests_per_s" in t.figures]
    return rates if len(rates) > 1 else []
