"""Shares of a load among generators, and the report that they make together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agents.contract.generators.merging import merge_loads
from agents.contract.generators.shares import split_cpus, split_evenly
from agents.contract.reports import LoadReport
from agents.contract.workload import Workload
from agents.render.argv import load_argv


def workload(**fields: object) -> Workload:
    return Workload.model_validate({"duration_s": 1} | fields)


@given(st.integers(1, 64), st.integers(1, 16), st.data())
def test_shares_are_whole_and_fit_the_threads(processes: int, threads: int, data: st.DataObject) -> None:
    connections = threads * data.draw(st.integers(processes, 65535 // threads))
    shares = workload(connections=connections, threads=threads, processes=processes).shares()
    sizes = [share.connections for share in shares]
    assert sum(sizes) == connections
    assert all(size % threads == 0 for size in sizes)
    assert max(sizes) - min(sizes) in (0, threads)
    assert [Workload.model_validate(share.model_dump()) for share in shares] == shares


def test_requests_are_shared_as_connections_are() -> None:
    load = workload(tool="h2load", duration_s=None, requests=1001, connections=10, processes=3)
    assert [(share.connections, share.requests) for share in load.shares()] == [(4, 400), (3, 300), (3, 301)]
    assert load.host_shares(1) == [load]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"tool": "ab", "processes": 2}, "ab loads a server alone: for 2 processes take wrk"),
        (
            {"tool": "weighttp", "requests": 99, "duration_s": None, "processes": 2},
            "weighttp loads a server alone",
        ),
        (
            {"processes": 8, "threads": 4, "connections": 16},
            "must be at least 32: one for each of 8 processes × 4",
        ),
        ({"processes": 0}, "greater than or equal to 1"),
        ({"processes": 65}, "less than or equal to 64"),
        ({"processes": "many"}, "valid integer"),
        ({"processes": True, "connections": 15, "threads": 2}, "must be a whole number; got true"),
    ],
)
def test_what_several_generators_cannot_do(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence):
        workload(**fields)


def test_one_process_is_left_out_of_messages() -> None:
    assert "processes" not in workload().model_dump_json()
    assert '"processes":3' in workload(processes=3).model_dump_json()


@pytest.mark.parametrize(
    ("cpus", "count", "threads", "shares"),
    [
        (None, 2, 1, [None, None]),
        ("0-3", 2, 2, ["0-1", "2-3"]),
        ("0-3", 2, 1, ["0-1", "2-3"]),
        ("0-4", 2, 1, ["0-2", "3-4"]),
        ("0,2,4", 3, 1, ["0", "2", "4"]),
        ("0-2", 2, 2, ["0-2", "0-2"]),
        ("7", 1, 1, ["7"]),
    ],
)
def test_cpus_are_divided_where_each_thread_has_one(
    cpus: str | None, count: int, threads: int, shares: list
) -> None:
    assert split_cpus(cpus, count, threads) == shares


def test_splitting_keeps_the_rest() -> None:
    assert split_evenly(10, 4) == [3, 3, 2, 2]
    assert split_evenly(13, 3, 4) == [4, 4, 5]


def test_the_argument_list_is_that_of_the_first() -> None:
    argv = load_argv(workload(connections=10, processes=4), "http://a/", "0-3")
    assert argv[:6] == ["taskset", "-c", "0", "wrk", "-t1", "-c3"]


def report(**fields: object) -> LoadReport:
    empty = {"argv": ["wrk", "-c1"], "version": "", "exit_code": 0, "stdout": "out", "stderr": ""}
    return LoadReport.model_validate(empty | {"started_at": 1.0, "ended_at": 2.0} | fields)


def test_printed_percentiles_are_never_averaged() -> None:
    first = report(figures={"requests": 10.0, "latency_p99": 0.1, "latency_max": 0.2}, errors={"read": 1})
    second = report(figures={"requests": 30.0, "latency_p99": 0.3, "latency_max": 0.1}, errors={"read": None})
    merged = merge_loads([first, second])
    assert merged.figures == {"requests": 40.0, "latency_p99": None, "latency_max": 0.2}
    assert merged.errors == {"read": None}, "not known of one: not known of all"
    assert merged.latency is None
    assert merge_loads([first]) is first


def test_the_report_spans_all_and_says_which_failed() -> None:
    merged = merge_loads(
        [report(), report(started_at=0.5, ended_at=1.9), report(exit_code=3, warnings=["a"])]
    )
    assert (merged.started_at, merged.ended_at, merged.exit_code) == (0.5, 2.0, 3)
    assert merged.stdout.count("# generator ") == 3
    assert merged.warnings == ["a"]
