"""What `dyno compare` and `dyno export` are asked to put side by side."""

from collections.abc import Sequence
from typing import Any

from backend.cli.client import Api, ApiProblem
from backend.cli.results.show import look_up

LETTERS = "abcdefgh"
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


COMPARED = (*LETTERS, "experiment", "factor", "level_a", "level_b", "side", "match", "metric")
"""What of a saved comparison's page says what is compared; the rest is how it is looked at."""


def _runs(kind: str, data: dict[str, Any]) -> list[str]:
    if kind == "run":
        return [data["id"]]
    return [run["id"] for run in data["run_list"] if not run["is_control"] and not run["deleted"]]
