"""Sides that `dyno compare` and `dyno export` are asked for."""

from collections.abc import Iterator, Sequence
from typing import Any

from backend.cli.client import Api, ApiProblem
from backend.cli.results.show import look_up
from backend.presentation.words import printable_text

LETTERS = "abcdefgh"
UNPROCESSABLE = 422
MAX_EXAMPLES = 8  # commands that name runs
MAX_NAMES = 120  # characters of their names
Query = dict[str, str | list[str]]


def selection(api: Api, ids: Sequence[str]) -> Query:
    """The query of GET /compare for one id to be split or looked up, or up to eight of one kind."""
    if len(ids) > len(LETTERS):
        raise ApiProblem(f"{len(ids)} sides are too many; compare at most {len(LETTERS)}")
    rows = [look_up(api, id_) for id_ in ids]
    kinds = {kind for kind, _ in rows}
    if len(ids) == 1:
        return _of_one(*rows[0])
    if len(kinds) > 1 or kinds == {"comparison"}:
        kinds_of_ids = ", ".join(f"{id_} is a {kind}" for id_, (kind, _) in zip(ids, rows, strict=True))
        raise ApiProblem(f"{kinds_of_ids}; compare runs with runs, or experiments with experiments")
    return dict(zip(LETTERS, (_runs(kind, data) for kind, data in rows), strict=False))


def _of_one(kind: str, data: dict[str, Any]) -> Query:
    if kind == "run":
        raise ApiProblem(f"{data['id']} is the id of a run; give another one to compare it with")
    if kind == "experiment":
        return {"experiment": data["id"]}
    state = {k: v for k, v in data["state"].items() if k in COMPARED and v}
    return {k: v.split(",") if k in LETTERS else v for k, v in state.items()}


def compare(api: Api, query: Query) -> dict[str, Any]:
    """The comparison; where an experiment cannot be split, ApiProblem says how to name its runs."""
    try:
        return api.get("/compare", **query)
    except ApiProblem as problem:
        if "experiment" not in query or problem.status != UNPROCESSABLE:
            raise
        experiment = api.get(f"/experiments/{query['experiment']}")
        if any(run["factors"] for run in experiment["run_list"]):
            raise
        raise ApiProblem("\n".join([str(problem), *_ways_to_name(experiment)])) from None


def _ways_to_name(experiment: dict[str, Any]) -> Iterator[str]:
    """A command for each candidate beside the baseline of its workload, else beside the first run."""
    runs = [run for run in experiment["run_list"] if not run["deleted"]]
    baselines = {run["workload"]["name"]: run for run in runs if run["is_baseline"]}
    candidates = [run for run in runs[1:] if not run["is_baseline"]]
    if not candidates:
        yield f"Name another run or experiment to compare it with: dyno compare {experiment['id']} ID"
        return
    yield "Name two runs, the baseline first:"
    for run in candidates[:MAX_EXAMPLES]:
        baseline = baselines.get(run["workload"]["name"], runs[0])
        names = f"{baseline['name']}, then {run['name']}"
        yield f"  dyno compare {baseline['id']} {run['id']}  # {printable_text(names, MAX_NAMES)}"
    if len(candidates) > MAX_EXAMPLES:
        more = len(candidates) - MAX_EXAMPLES
        yield f"and {more} more: dyno show {experiment['id']} --json has their ids"


COMPARED = (*LETTERS, "experiment", "factor", "level_a", "level_b", "side", "match", "metric")
"""What of a saved comparison's page says what is compared; the rest is how it is looked at."""


def _runs(kind: str, data: dict[str, Any]) -> list[str]:
    if kind == "run":
        return [data["id"]]
    return [run["id"] for run in data["run_list"] if not run["is_control"] and not run["deleted"]]
