"""More than two sides, repeats of one variant, runs that are gone, and imported runs beside measured ones."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.comparisons.selection import Selection
from backend.comparisons.service import compare
from backend.records import testbeds
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.tests.db import builders


def _one_variant(session: Session, rates: list[float], name: str = "default", **columns: Any) -> Run:
    bed = session.query(testbeds.Testbed).first() or builders.a_testbed(session)
    made = builders.experiment(session, bed, name="Nightly", definition={"factors": {}}, **columns)
    only = builders.run(session, made, 0, name, is_baseline=True)
    for number, rate in enumerate(rates, 1):
        builders.trial(session, only, number, {"requests_per_s": rate, "latency_p99": 1 / rate})
    session.commit()
    return only


def _get(client: TestClient, **query: Any) -> dict[str, Any]:
    answer = client.get("/api/v1/compare", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_sides_are_compared_with_a_and_adjusted_over_all_of_them(
    session: Session, client: TestClient
) -> None:
    _, runs = builders.article_c(session)
    ids = [runs[cell].id for cell in (("16", "none", "off"), ("16", "cores", "off"), ("22", "none", "off"))]
    last = runs["22", "cores", "off"].id
    found = _get(client, a=ids[0], b=ids[1], c=ids[2], d=last, side="d")
    assert [c["side"] for c in found["candidates"]] == ["b", "c", "d"]
    assert (found["side"], found["pairs"][0]["b"]["id"]) == ("d", last)
    rates = [c["overall"][0]["delta"] for c in found["candidates"]]
    alone = [_get(client, a=ids[0], b=b)["overall"][0]["delta"] for b in (*ids[1:], last)]
    assert [r["p"] for r in rates] == [r["p"] for r in alone]
    assert min(r["p_adjusted"] for r in rates) == 3 * min(r["p"] for r in alone)
    assert "adjusted for 3 candidates" in rates[2]["reason"]
    assert found["conf_b"] != found["conf_a"]


def test_a_side_of_another_experiment_is_paired_in_its_own_way(session: Session, client: TestClient) -> None:
    _, first = builders.article_c(session)
    _, second = builders.article_c(session, bed=session.query(testbeds.Testbed).one())
    cell = ("16", "none", "off")
    found = _get(client, a=first[cell].id, b=first["22", "cores", "off"].id, c=second[cell].id)
    methods = [c["pairs"][0]["delta"]["method"] for c in found["candidates"]]
    assert methods == ["paired", "welch"]
    assert [c["paired"] for c in found["candidates"]] == [True, False]
    assert [c["overall"][0]["delta"]["method"] for c in found["candidates"]] == methods


def test_repeats_count_once_each(session: Session, client: TestClient) -> None:
    """Trials of one night say nothing about another night: many of them must not narrow the interval."""
    old = [_one_variant(session, [rate - 1, rate, rate + 1] * 5) for rate in (100.0, 104.0, 97.0)]
    new = [_one_variant(session, [rate - 1, rate, rate + 1] * 5) for rate in (103.0, 99.0, 105.0)]
    found = _get(client, a=[r.id for r in old], b=[r.id for r in new])
    (pair,) = found["pairs"]
    assert found["matching"] == {
        "how": "variant",
        "text": "the same variant and the same workload",
        "pooled": 1,
        "left_out": [],
    }
    assert [d["value"] for d in pair["a"]["dots"]] == [100.0, 104.0, 97.0]
    assert len(pair["b"]["repeats"]) == 3
    assert (pair["delta"]["method"], pair["delta"]["verdict"], pair["delta"]["n"]) == ("welch", "unclear", 3)
    assert "repeats" in [c["code"] for c in found["caveats"]]
    assert found["a_title"] != found["b_title"]
    single = _get(client, a=[r.id for r in old], b=new[0].id)
    assert single["pairs"][0]["delta"]["low"] is None
    assert single["overall"][0]["delta"]["reason"].startswith("One repeat on a side")


def test_runs_that_are_gone_are_named_and_the_rest_is_compared(session: Session, client: TestClient) -> None:
    _, runs = builders.article_c(session)
    a, b, c = (runs[cell] for cell in list(runs)[:3])
    client.delete(f"/api/v1/runs/{b.id}")
    found = _get(client, a=[a.id, b.id, "never"], b=c.id, c=[b.id])
    gone = [x["text"] for x in found["caveats"] if x["code"] == "gone"]
    assert [g.split(" (")[0] for g in gone[:1]] == [f"Side A: the run “{b.name}”"]
    assert "there is no run never" in gone[1]
    assert [c["side"] for c in found["candidates"]] == ["b"]


def test_an_imported_run_beside_a_measured_one(session: Session, client: TestClient) -> None:
    measured = _one_variant(session, [100.0, 101.0, 99.0])
    told = _one_variant(session, [90.0, 91.0, 92.0], origin=Origin.IMPORTED, facts={}, testbed_id=None)
    told.described = {"worker_processes": "16", "kernel": "5.10"}
    for trial in session.query(builders.Trial).filter_by(run_id=told.id):
        trial.argv = []
    session.commit()
    found = _get(client, a=told.id, b=measured.id)
    kinds = {d["kind"] for d in found["differs"]}
    assert kinds == {"described"}  # facts that nobody knows do not count as different
    assert (found["conf_a"], found["a_argv"]) == ("", [])
    assert found["conf_b"]
    assert {"imported", "experiments"} <= {c["code"] for c in found["caveats"]}
    assert all(c["advice"] for c in found["caveats"])


def test_kernel_settings_are_those_that_the_run_had(session: Session, client: TestClient) -> None:
    more = {"sysctl": {"net.core.somaxconn": "128", "net.ipv4.tcp_tw_reuse": "2"}}
    made = builders.experiment(session, builders.a_testbed(session, more=more), definition={"factors": {}})
    a = builders.run(session, made, 0, "as it is", is_baseline=True)
    setting = {"kind": "sysctl", "name": "net.core.somaxconn", "value": "4096"}
    applied = {"proxy": [{"setting": setting, "before": "128", "now": "4096"}]}
    b = builders.run(session, made, 1, "longer queue", applied=applied)
    for run in (a, b):
        builders.trial(session, run, 1, {"requests_per_s": 100.0})
    session.commit()
    found = _get(client, a=a.id, b=b.id)
    kernel = [(d["name"], d["a"], d["b"]) for d in found["differs"] if d["kind"] == "kernel"]
    assert kernel == [("net.core.somaxconn", "128", "4096")]
    assert ("kernel", "net.ipv4.tcp_tw_reuse") in {(d["kind"], d["name"]) for d in found["equal_settings"]}


def test_texts_of_any_two_runs(session: Session, client: TestClient) -> None:
    _, runs = builders.article_c(session)
    a, b = runs["16", "none", "off"], runs["22", "none", "off"]
    found = client.get(f"/api/v1/compare/configs?a={a.id}&b={b.id}").json()
    assert "worker_processes 16;" in found["a"]["text"]
    assert "worker_processes 22;" in found["b"]["text"]
    assert client.get(f"/api/v1/compare/configs?a={a.id}&b=nothing").status_code == 404


def test_tools_and_loads_that_differ_are_serious(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    a = builders.run(session, made, 0, "a", is_baseline=True)
    other = builders.WORKLOAD | {"tool": "ab", "threads": 1, "connections": 10}
    b = builders.run(session, made, 1, "b", workload=other)
    for run in (a, b):
        builders.trial(session, run, 1, {"requests_per_s": 100.0})
    builders.trial(session, b, 2, {}, state="invalid")
    session.commit()
    found = _get(client, a=a.id, b=b.id)
    assert [(c["level"], c["code"]) for c in found["caveats"]] == [
        ("serious", "tool"),
        ("serious", "workload"),
        ("caution", "validity"),
    ]
    assert found["candidates"][0]["serious"] == 2


@pytest.mark.parametrize("metric", ["requests_per_s", "latency_p99"])
def test_no_verdict_is_given_across_load_tools(session: Session, client: TestClient, metric: str) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    h2load = builders.WORKLOAD | {"tool": "h2load", "protocol": "h1"}
    loads = {"a": builders.WORKLOAD, "b": h2load, "c": h2load | {"protocol": "h2", "streams": 10}}
    runs = {}
    for position, (name, load) in enumerate(loads.items()):
        runs[name] = builders.run(session, made, position, name, workload=load, is_baseline=name == "a")
        for n in range(10):
            value = (position + 1) * 100.0 + n % 3
            builders.trial(session, runs[name], n + 1, {"requests_per_s": value, "latency_p99": value})
    session.commit()
    across = _get(client, a=runs["a"].id, b=runs["b"].id, metric=metric)
    deltas = [row["delta"] for row in across["overall"]] + [pair["delta"] for pair in across["pairs"]]
    assert {delta["verdict"] for delta in deltas} == {"context"}
    assert across["settled"] is False
    assert "no verdict across load tools, measured with h2load and wrk" in across["headline"]
    assert across["caveats"][0]["code"] == "tool"
    protocols = _get(client, a=runs["b"].id, b=runs["c"].id, metric=metric)
    assert [(c["level"], c["code"]) for c in protocols["caveats"]][:1] == [("note", "protocol")]
    assert protocols["settled"] is True


def test_pairs_of_one_tool_each_have_verdicts_though_the_tools_are_two(
    session: Session, client: TestClient
) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    ids: dict[str, list[str]] = {"a": [], "b": []}
    for position, (name, tool) in enumerate((n, t) for t in ("wrk", "ab") for n in ids):
        load = builders.WORKLOAD | {"name": tool, "tool": tool, "threads": 1}
        run = builders.run(session, experiment, position, name, workload=load, is_baseline=name == "a")
        ids[name].append(run.id)
        for n in range(10):
            value = (200.0 if name == "b" else 100.0) + n % 3
            builders.trial(session, run, n + 1, {"requests_per_s": value})
    session.commit()
    comparison = _get(client, a=ids["a"], b=ids["b"])
    deltas = [row["delta"] for row in (comparison["overall"][0], *comparison["pairs"])]
    assert [delta["verdict"] for delta in deltas] == ["better"] * 3
    assert "tool" not in [caveat["code"] for caveat in comparison["caveats"]]


def test_five_hundred_runs_are_enough(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    runs = [builders.run(session, made, n, f"v{n}") for n in range(60)]
    session.commit()
    ids = [r.id for r in runs]
    found = compare(session, Selection(ids[:30], ids[30:]), "latency_p99")
    assert (len(found.pairs), found.matching.how) == (30, "order")
    answer = client.get("/api/v1/compare", params={"a": [f"x{n}" for n in range(500)], "b": "y"})
    assert "at most 500" in answer.json()["detail"]
