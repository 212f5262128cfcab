"""Profiles over the API: a run's, two runs' against each other, as files, and the line below the headline."""

from typing import Any
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.diagnostics import Profile, SystemCalls
from backend.analysis import stored_headlines
from backend.records.diagnostics import profiles_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.testbeds import Testbed
from backend.tests.db import builders

HOSTILE = "<script>alert(1)</script>"
PROXY = "r0-proxy-0123456789ab"
GAIN = "The gain is 10.0 µs a request: 10.0 µs [10.0, 10.0] CPU of the proxy (100%)."
ENTRY = "entry_SYSCALL_64_[k];do_syscall_64_[k]"


def staged(session: Session, diagnostics: int = 4, bed: Testbed | None = None) -> tuple[Experiment, Run, Run]:
    """A baseline and a run that opens no files: 10 µs a request less, in openat and close."""
    made = builders.experiment(
        session, bed, definition={"factors": {}, "diagnostics": {"profile": diagnostics}}
    )
    runs = [
        builders.run(session, made, 0, "baseline", is_baseline=True),
        builders.run(session, made, 1, "cached", knobs={"nginx.open_file_cache": "max=100"}),
    ]
    hosts = {role: found["host_id"] for role, found in made.facts.items()}
    for number in range(1, 7):
        for run, cost in zip(runs, (50e-6, 40e-6), strict=True):
            spent = cost * 10_000 * (1 + number / 1000)
            servers = {PROXY: {"workers": [{"pid": 1, "cpu_s": spent}], "in_progress": 4.0}}
            window = {"seconds": cost * 10_000, "cores": [0.9], "own_cpu_s": {PROXY: spent}}
            windows = {hosts["proxy"]: {**window, "servers": servers}}
            figures: dict[str, float | None] = {"requests_per_s": 1 / cost + number, "requests": 10_000.0}
            builders.trial(session, run, number, figures, windows=windows)
    for number in range(7, 7 + diagnostics):
        for run, opened in zip(runs, (200, 0), strict=True):
            stacks = {
                f"main;{ENTRY};__x64_sys_openat_[k]": opened * 7 // 10 + number % 3,
                f"main;{ENTRY};__x64_sys_close_[k]": opened * 3 // 10 + number % 2 + 1,
                f"main;{ENTRY};__x64_sys_writev_[k]": 500 + 5 * (number % 2),
                f"main;{HOSTILE}": 300,
            }
            diagnostic = builders.diagnostic(session, run, number, "profile", figures={"requests": 10_000.0})
            cpu_s = 50e-6 * 10_000 * sum(stacks.values()) / 1000
            profile = Profile(
                subject=PROXY,
                event="cpu-clock",
                hz=399,
                stacks={s: n for s, n in stacks.items() if n},
                cpu_s=cpu_s,
            )
            profiles_queries.keep_profile(session, diagnostic, hosts["proxy"], "proxy", profile)
    stored_headlines.keep(session, made)
    session.commit()
    return made, runs[0], runs[1]


def get(client: TestClient, path: str, **query: str) -> Any:
    answer = client.get(f"/api/v1{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_where_the_time_of_a_run_goes(session: Session, client: TestClient) -> None:
    _, base, _ = staged(session)
    found = get(client, f"/runs/{base.id}/profile")
    assert [(r["role"], r["diagnostics"]) for r in found["roles"]] == [("proxy", 4)]
    assert get(client, f"/runs/{base.id}")["profiled"]
    shown = found["shown"]
    parts = {p["name"]: p["cost"]["mean"] for p in shown["parts"]}
    assert parts["writev"] == pytest.approx(25.0, rel=0.02)
    assert parts.keys() == {"writev", HOSTILE, "openat", "close"}
    assert shown["nodes"][0]["width"] == pytest.approx(shown["whole"]["mean"])
    assert "no proof of a lock" in shown["remarks"][0]
    assert get(client, f"/runs/{base.id}/profile", role="load")["shown"] is None


def test_where_a_difference_comes_from(session: Session, client: TestClient) -> None:
    made, base, cached = staged(session)
    found = get(client, f"/experiments/{made.id}/profile-difference", b=cached.id)
    assert (found["a_run_id"], found["b_name"]) == (base.id, "cached")
    clear = {p["name"] for p in found["shown"]["parts"] if p["change"]["clear"]}
    assert clear == {"openat", "close"}
    (cause,) = found["causes"]
    assert cause["explained"] == pytest.approx(1.0, abs=0.02)
    said = "The proxy spends 10.0 µs [10.0, 10.1] less CPU a request: 10.0 µs less in openat and close."
    assert cause["sentence"] == said
    headline = get(client, f"/experiments/{made.id}")["headline"]
    assert headline["cause"] == (cause := f"{GAIN} {said}")
    assert [row["label"] for row in headline["accounting"]["rows"]][::7] == ["CPU of the proxy"]
    path = f"/experiments/{made.id}/accounting"
    assert get(client, path, b=cached.id) == headline["accounting"]
    report = get(client, f"/experiments/{made.id}/report")
    assert report["accounting"] == headline["accounting"]
    assert report["cause"] == cause
    for kind in ("md", "html"):
        text = client.get(f"/api/v1/experiments/{made.id}/export.{kind}").text
        assert cause in text
        assert headline["accounting"]["title"] in text


def test_exact_system_calls_stand_in_the_sentence(session: Session, client: TestClient) -> None:
    made, base, cached = staged(session)
    said = "The proxy makes one system call a request fewer (openat)."
    for run, opened in ((base, 500), (cached, 0)):
        diagnostic = builders.diagnostic(session, run, 7, "system_calls", figures={"requests": 500.0})
        counts = {"writev": 500} | ({"openat": opened} if opened else {})
        calls = SystemCalls(subject=PROXY, counts=counts, requests=500.0)
        profiles_queries.keep_system_calls(
            session, diagnostic, made.facts["proxy"]["host_id"], "proxy", calls
        )
    stored_headlines.keep(session, made)
    session.commit()
    assert get(client, f"/experiments/{made.id}")["headline"]["cause"].endswith(f" {said}")
    found = get(client, f"/experiments/{made.id}/profile-difference", b=cached.id)
    assert found["causes"][0]["sentence"].endswith(f"openat and close. {said}")


def test_runs_of_two_experiments_are_compared_without_pairs(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    _, base, _ = staged(session, bed=bed)
    other, _, cached = staged(session, diagnostics=3, bed=bed)
    path = f"/experiments/{other.id}/profile-difference"
    found = get(client, path, a=base.id, b=cached.id)
    assert (found["a_run_id"], found["b_run_id"]) == (base.id, cached.id)
    assert "made in turns" in found["unpaired"]
    assert [(r["role"], r["diagnostics"]) for r in found["roles"]] == [("proxy", 3)]
    assert {p["name"] for p in found["shown"]["parts"] if p["change"]["clear"]} == {"openat", "close"}
    (cause,) = found["causes"]
    assert cause["sentence"] == (
        "The proxy spends 10.0 µs [9.9, 10.1] less CPU a request: 10.0 µs less in openat and close."
    )
    assert get(client, path, b=cached.id)["unpaired"] == ""
    apart = get(client, f"/experiments/{other.id}/accounting", a=base.id, b=cached.id)
    assert apart["rows"] == []
    assert apart["notes"] == ["These runs are of two experiments: no rounds of theirs belong together."]
    answer = client.get(f"/api/v1{path}", params={"a": "no\0where", "b": cached.id})
    assert answer.status_code == 404


def test_a_run_of_another_experiment_is_refused(session: Session, client: TestClient) -> None:
    made, _, _ = staged(session)
    answer = client.get(f"/api/v1/experiments/{made.id}/profile-difference", params={"b": "nowhere"})
    assert answer.status_code == 404
    assert "has no run nowhere" in answer.json()["detail"]


def test_files(session: Session, client: TestClient) -> None:
    made, base, cached = staged(session)
    folded = client.get(f"/api/v1/runs/{base.id}/profile.folded")
    assert f"nginx;main;{HOSTILE} 1200" in folded.text.splitlines()
    assert 'filename="baseline-' in folded.headers["content-disposition"]
    for path in (
        f"/runs/{base.id}/profile.svg?theme=dark",
        f"/experiments/{made.id}/profile-difference.svg?b={cached.id}",
    ):
        drawn = client.get(f"/api/v1{path}")
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert HOSTILE not in drawn.text
        texts = [e.text or "" for e in ElementTree.fromstring(drawn.text).iter() if e.text]
        assert any(HOSTILE in text for text in texts)
    missing = client.get(f"/api/v1/runs/{base.id}/profile.svg", params={"role": "load"})
    assert missing.status_code == 404


def test_why_there_are_no_profiles(session: Session, client: TestClient) -> None:
    made, base, cached = staged(session, diagnostics=0)
    assert not get(client, f"/runs/{base.id}")["profiled"], "its definition asks for none"
    host = made.facts["proxy"]["host_id"]
    builders.diagnostic(
        session, base, 7, "profile", missing={host: "perf is not installed: apt install linux-perf"}
    )
    session.commit()
    found = get(client, f"/runs/{base.id}/profile")
    assert found["shown"] is None
    assert found["missing"] == [
        {"host": made.facts["proxy"]["host"], "why": "perf is not installed: apt install linux-perf"}
    ]
    compared = get(client, f"/experiments/{made.id}/profile-difference", b=cached.id)
    assert compared["shown"] is None
    assert compared["causes"][0]["sentence"] == "The proxy spends 10.0 µs [10.0, 10.1] less CPU a request."
    told = get(client, f"/experiments/{made.id}")
    assert (told["profiled"], told["headline"]["cause"]) == (False, GAIN)
