"""Runs of an import that were measured under other conditions are context, as in one's own experiment."""

from typing import Any

from agents.catalog.metrics import MAIN
from backend.analysis.deltas import delta_rows
from backend.analysis.headlines.headline import headline_of_rows
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.tests.unit.analysis.test_context import experiment_of, run_of, trials_of


def imported(**definition: Any) -> Experiment:
    experiment = experiment_of()
    experiment.origin, experiment.definition = Origin.IMPORTED, {"order": "sequential", **definition}
    return experiment


def words(runs: list[Run], rates: list[float], experiment: Experiment | None = None) -> dict[str, str]:
    """Run → its verdict, or the run of its context that it is compared with."""
    trials = trials_of(runs, {run.id: rate for run, rate in zip(runs, rates, strict=True)})
    rows = delta_rows(experiment or imported(), runs, trials, MAIN)
    return {row.run_id: row.against or row.verdict for row in rows}


def test_a_direct_run_leads_no_headline() -> None:
    runs = [run_of(0, "unpinned", {}), run_of(1, "pinned", {}), run_of(2, "direct", {}, "direct")]
    assert words(runs, [1e4, 1.2e4, 7.7e4]) == {"pinned": "better", "direct": "context"}
    trials = trials_of(runs, {"unpinned": 1e4, "pinned": 1.2e4, "direct": 7.7e4})
    headline = headline_of_rows(imported(), runs, trials)
    assert headline is not None
    assert headline.sentence.startswith("pinned raises throughput: 10.0k → 12.0k req/s")


def test_where_only_the_topology_differs_that_is_the_question() -> None:
    runs = [run_of(0, "baseline", {}), run_of(1, "direct", {}, "direct")]
    assert words(runs, [1e4, 7.7e4]) == {"direct": "better"}


def test_candidates_have_the_baseline_of_their_topology() -> None:
    names = ["unpinned", "pinned", "unpinned · direct", "pinned · direct"]
    runs = [run_of(i, name, {}, "direct" if "direct" in name else "proxied") for i, name in enumerate(names)]
    assert words(runs, [1e4, 1.2e4, 7e4, 7.7e4]) == {
        "pinned": "better",
        "unpinned · direct": "context",
        "pinned · direct": "unpinned · direct",
    }


def test_what_a_source_does_not_say_is_no_equal_setting() -> None:
    described = [{"kernel": "5.10"}, {"kernel": "6.1"}, {"kernel": "6.1"}]
    names = ["old", "new", "old, direct"]
    runs = [
        run_of(i, name, {}, "direct" if "direct" in name else "proxied", described=described[i])
        for i, name in enumerate(names)
    ]
    assert words(runs, [1e4, 1.2e4, 7e4]) == {"new": "better", "old, direct": "context"}


def test_a_level_of_context_has_its_own_baseline_in_a_grid() -> None:
    body = {"small": {"origin.body_bytes": 1024}, "large": {"origin.body_bytes": 35312}}
    experiment = imported(factors={"body": body, "pin": {"none": {}, "cores": {}}})
    runs = [
        run_of(
            2 * i + k,
            f"{size} · {pin}",
            body[size],
            factors={"body": size, "pin": pin},
            is_baseline=not i + k,
        )
        for i, size in enumerate(body)
        for k, pin in enumerate(("none", "cores"))
    ]
    assert words(runs, [1e4, 1.2e4, 0.5e4, 0.6e4], experiment) == {
        "small · cores": "better",
        "large · none": "context",
        "large · cores": "large · none",
    }
