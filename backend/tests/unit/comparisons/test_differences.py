"""What differs between sides of several runs: each value that a side has, in the words of nginx."""

from typing import Any

from backend.comparisons.differences import differences
from backend.comparisons.matching import Pair
from backend.records.experiments import Experiment
from backend.records.runs import Run


def _run(run_id: str, **knobs: Any) -> Run:
    columns = {"described": {}, "applied": {}, "prepared": {}, "workload": {"name": "keepalive"}}
    return Run(id=run_id, experiment_id="e1", name=run_id, knobs=knobs, topology="proxied", **columns)


def test_a_side_has_the_values_of_all_its_runs_also_those_that_both_runs_of_a_pair_lack() -> None:
    sendfile, delay = "nginx.sendfile", "nginx.tcp_nodelay"
    first, second = _run("default"), _run("nodelay off", **{sendfile: True, delay: False})
    third, fourth = _run("sendfile", **{sendfile: True}), _run("nopush", **{sendfile: True})
    pairs = [Pair("1", (first,), (third,)), Pair("2", (second,), (fourth,))]

    rows, _ = differences(pairs, {"e1": Experiment(id="e1", facts={})})

    assert [(row.name, row.a, row.b) for row in rows] == [
        (sendfile, "not set, on", True),
        (delay, "not set, off", None),
    ]
