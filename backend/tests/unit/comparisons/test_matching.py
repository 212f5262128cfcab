"""Which runs stand side by side, and what the page says about how that came."""

from typing import Any

import pytest

from backend.comparisons.groups import of_pins
from backend.comparisons.matching import match
from backend.comparisons.titles import side_titles
from backend.errors import Invalid
from backend.records.runs import Run

NAMES = {"e1": "Monday", "e2": "Tuesday", "e3": "Wednesday"}


def run(experiment: str, variant: str, workload: str = "keepalive", **columns: Any) -> Run:
    levels = columns.pop("levels", None)
    return Run(
        **{
            "id": f"{experiment} {variant} {workload}",
            "experiment_id": experiment,
            "name": variant,
            "variant": variant,
            "variant_hash": variant,
            "knobs": {},
            "described": {},
            "factors": levels,
            "workload": {"name": workload},
            "topology": "proxy_only",
            "is_control": False,
        }
        | columns
    )


def shown(found: Any) -> list[tuple[str, list[str], list[str]]]:
    return [(p.label, [r.experiment_id for r in p.a], [r.experiment_id for r in p.b]) for p in found.pairs]


def grid(experiment: str, pin: str) -> list[Run]:
    return [
        run(experiment, f"workers {w} · {pin}", levels={"workers": w, "pin": pin}) for w in ("1", "2", "4")
    ]


def test_levels_of_one_grid_pair_by_the_other_factors_whatever_their_order() -> None:
    found = match(grid("e1", "none"), grid("e1", "cores")[::-1], "b", NAMES)
    assert (found.method, found.text) == ("others_here", "the same experiment and the same workers, workload")
    assert [label for label, _, _ in shown(found)] == ["workers 1", "workers 2", "workers 4"]
    for pair in found.pairs:
        assert (pair.a[0].factors or {})["workers"] == (pair.b[0].factors or {})["workers"]
    assert side_titles(found, NAMES) == ("pin none", "pin cores")


def test_levels_of_two_grids_pair_by_the_other_factors() -> None:
    found = match(grid("e1", "none"), grid("e2", "cores"), "b", NAMES)
    assert (found.method, found.text) == ("others", "the same workers, workload")
    assert len(found.pairs) == 3


def test_the_same_variants_of_two_experiments_pair_by_name() -> None:
    a = [run("e1", v) for v in ("default", "epoll", "gone")]
    b = [run("e2", v) for v in ("epoll", "new", "default")]
    found = match(a, b, "c", NAMES)
    assert found.method == "variant"
    assert [label for label, _, _ in shown(found)] == ["default", "epoll"]
    assert found.left_out == ["gone has no partner on side C", "new has no partner on side A"]
    assert side_titles(match(a[:1], b[2:], "b", NAMES), NAMES) == ("default, Monday", "default, Tuesday")


def test_chosen_runs_of_one_experiment_are_called_by_the_first_of_each_side() -> None:
    a, b = [run("e1", v) for v in ("default", "epoll")], [run("e1", v) for v in ("two", "four", "auto")]
    assert side_titles(match(a, b[:2], "b", NAMES), NAMES) == ("default and 1 more", "two and 1 more")
    assert side_titles(match(a, a, "b", NAMES), NAMES) == ("2 runs, Monday (A)", "2 runs, Monday (B)")


def test_two_variants_of_each_night_pair_by_night() -> None:
    a, b = [run(e, "old") for e in NAMES], [run(e, "new") for e in NAMES]
    found = match(a, b, "b", NAMES)
    assert found.method == "experiment"
    assert shown(found) == [(name, [e], [e]) for e, name in NAMES.items()]


def test_repeats_of_one_variant_stand_together() -> None:
    week, tonight = [run(e, "default") for e in ("e1", "e2")], [run("e3", "default"), run("e4", "default")]
    found = match(week, tonight, "b", NAMES)
    assert (found.method, shown(found)) == ("variant", [("default", ["e1", "e2"], ["e3", "e4"])])
    assert not found.pairs[0].alone
    changed = [run("e4", "default", variant_hash="other knobs")]
    assert match(week, [*tonight[:1], *changed], "b", NAMES).method != "variant"


def test_what_has_nothing_in_common_pairs_by_order() -> None:
    a, b = [run("e1", "x"), run("e1", "y")], [run("e2", "u"), run("e2", "v")]
    found = match(a, b, "b", NAMES)
    assert (found.method, [label for label, _, _ in shown(found)]) == ("order", ["x → u", "y → v"])
    asked = match([run("e1", "x"), run("e1", "y")], [run("e2", "y"), run("e2", "x")], "b", NAMES, True)
    assert [label for label, _, _ in shown(asked)] == ["x → y", "y → x"]


def test_one_variant_under_two_workloads() -> None:
    a, b = [run("e1", "default", "keep")], [run("e1", "default", "close")]
    more = match([*a, run("e1", "epoll", "keep")], [run("e1", "epoll", "close"), *b], "b", NAMES)
    assert (more.method, [p.label for p in more.pairs]) == ("variant_here", ["default", "epoll"])


def test_a_list_splits_by_its_pins() -> None:
    runs = [
        run("e1", "free", knobs={"nginx.worker_processes": 1}),
        run("e1", "cores", knobs={"nginx.worker_processes": 1, "pin.load": "0"}),
        run("e1", "other", knobs={"nginx.worker_processes": 2, "pin.load": "0"}),
    ]
    found = of_pins(runs)
    assert [(p.a[0].name, p.b[0].name) for p in found.pairs] == [("free", "cores")]
    assert found.left_out == ["other has no partner"]
    assert side_titles(found, NAMES) == ("Unpinned", "Pinned")
    with pytest.raises(Invalid, match="not a grid"):
        of_pins(runs[1:])
