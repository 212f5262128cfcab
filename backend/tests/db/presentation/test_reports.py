"""A report tells an experiment like a write-up, from its rows."""

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.presentation.report.schemas import Report
from backend.statistics.rules import RULES_VERSION
from backend.tests.db import builders
from backend.tests.db.agents import Farm
from backend.tests.db.calibrations import calibrated
from backend.tests.db.orchestration.test_ceiling import CEILING, limited


def get(client: TestClient, path: str) -> Report:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return Report.model_validate(answer.json())


def test_article_c_reads_like_the_article(client: TestClient, session: Session) -> None:
    experiment, _ = builders.article_c(session, notes="A **note** <script>alert(1)</script>")
    found = get(client, f"/experiments/{experiment.id}/report")
    assert found.question == "What do workers, pin and log change?"
    assert found.headline.startswith("pin cores raises throughput against none (+14.5% [+8.3, +21.0])")
    assert found.trust == "Trustworthy."
    assert found.findings[0].text == (
        "workers 22 · cores · log off raised requests per second by 26.7% [15.9, 38.5]; better."
    )
    assert [row.number for row in found.rows] == list(range(1, 11))
    assert found.rows[0].is_baseline
    assert found.rows[0].requests_per_s == 274685.2
    assert "<script" not in found.notes_html
    assert "<strong>note</strong>" in found.notes_html


def test_results_name_the_rules_of_their_verdicts(client: TestClient, session: Session) -> None:
    experiment, _ = builders.article_c(session)
    path = f"/experiments/{experiment.id}"
    rules = {"version": RULES_VERSION, "launch": RULES_VERSION, "today": RULES_VERSION, "note": ""}
    assert client.get(f"/api/v1{path}").json()["rules"] == rules
    assert f"Verdicts follow rules {RULES_VERSION}." in client.get(f"/api/v1{path}/export.html").text
    experiment.rules_version = experiment.launch_rules = RULES_VERSION + 1
    session.commit()
    note = (
        f"It was launched under rules {RULES_VERSION + 1}; this dashboard knows rules up to {RULES_VERSION}."
    )
    assert client.get(f"/api/v1{path}").json()["rules"]["note"] == note
    assert note in get(client, f"{path}/report").not_comparable


def test_an_import_says_what_is_not_known(client: TestClient, session: Session) -> None:
    """Article A: one trial of each, no hosts; the sentences say so instead of leaving gaps."""
    runs = [
        {"variant": "default", "trials": [{"figures": {"requests_per_s": 8911.3}}]},
        {
            "variant": "workers 2",
            "settings": {"worker_processes": "2"},
            "trials": [{"figures": {"requests_per_s": 17127.49, "latency_mean": 0.00595}}],
            "published": {"requests_per_s": 17127.49, "delta": 0.9219},
        },
        {
            "variant": "direct",
            "topology": "direct",
            "trials": [{"figures": {"requests_per_s": 68884.59}}],
        },
    ]
    load = {"tool": "wrk", "threads": 4, "connections": 100, "duration_s": 60}
    body = {"name": "A", "source": "see https://example.org/a.", "workloads": [load], "runs": runs}
    made = client.post("/api/v1/imports", json=body).json()
    found = get(client, f"/experiments/{made['id']}/report")
    assert found.imported
    assert (found.environment, found.environment_note) == ([], "Not known: the figures were imported.")
    assert [row.what for row in found.rows] == ["the defaults", "worker_processes 2", "direct"]
    assert found.rows[1].requests_per_s == 17127.49
    assert found.findings[0].text == (
        "workers 2 raised requests per second by 92.2%; unclear, because a single trial gives no interval."
    )
    assert found.findings[1].text.startswith(
        "direct: context, topology direct; requests per second +673.0%. Its context is another one"
    )
    assert found.method[0] == (
        "Imported, with 1 trial of each run; in which order they were measured is not known."
    )
    assert (
        found.tested[1] == "Load: wrk with 4 threads and 100 connections, 1 min a trial, keep-alive, path /."
    )
    assert "Every run has a single trial: there are changes but no intervals, so no verdict." in (
        found.not_comparable
    )
    assert found.source is not None
    assert found.source.url == "https://example.org/a"


def test_each_workload_has_its_baseline_and_the_order_is_told(client: TestClient, session: Session) -> None:
    made = builders.experiment(session, definition={"order": "sequential", "factors": {}})
    for w, load in enumerate(("keep", "close")):
        workload = builders.WORKLOAD | {"name": load, "keepalive": load == "keep"}
        for i, variant in enumerate(("default", "two")):
            knobs = {"nginx.worker_processes": i + 1, "nginx.access_log": "off"}
            run = builders.run(
                session, made, 2 * w + i, f"{variant} · {load}", variant=variant, is_baseline=i == 0,
                workload=workload, knobs=knobs,
            )  # fmt: skip
            for n in (1, 2, 3):
                builders.trial(session, run, n, {"requests_per_s": 100.0 * (i + 1) + n})
    session.commit()
    found = get(client, f"/experiments/{made.id}/report")
    assert [(row.name, row.is_baseline) for row in found.rows[:2]] == [
        ("default · keep", True),
        ("default · close", True),
    ]
    assert [row.what for row in found.rows] == [f"worker_processes {n}" for n in (1, 1, 2, 2)], "not the log"
    assert found.tested[0] == "1 variant against the baseline “default”."
    assert found.tested[2].startswith(
        "Load “close”: wrk with 50 threads and 100 connections, 10 s a trial, a new"
    )
    assert found.tested[-1] == "All of them set access_log off."
    assert found.method[0] == "The runs were measured one after the other, 3 trials each (seed 1)."
    assert found.method[1].startswith("Trials are compared by Welch's t on logarithms")
    assert len(found.not_comparable) == 2


def test_a_search_tells_its_results(farm: Farm) -> None:
    """Variant one fails beyond 300 connections, two beyond 150: failing probes are the answer, no remark."""
    limited(farm, lambda target, _: 300 if target.endswith("0") else 150)
    published = {"source": "a write-up", "rows": [{"variant": "one", "connections": 299}]}
    made = farm.launch(kind="ceiling", ceiling=CEILING | {"from": 128}, published=published)
    farm.work(made)
    found = get(farm.client, f"/experiments/{made}/report")
    assert [(row.clean, row.failing) for row in found.rows] == [(296, 304), (144, 152)]
    assert [f.text for f in found.findings] == [
        "one: largest clean: 296 connections (fails at 304).",
        "two: largest clean: 144 connections (fails at 152).",
    ]
    assert (found.remarks, found.charts) == ([], [])
    assert farm.client.get(f"/api/v1/experiments/{made}/card.png").status_code == 200
    text = farm.client.get(f"/api/v1/experiments/{made}/export.md").text
    assert "| 2 | two | worker_processes 2 | 50\u202f000 | 25\u202f000 | – | 144 | 152 | −51.4% |" in text
    assert "| one | 299 | 296 |" in text


def test_a_calibration_says_that_nothing_in_it_is_a_result(client: TestClient, session: Session) -> None:
    made = calibrated(session, builders.a_testbed(session))
    session.commit()
    report = client.get(f"/api/v1/experiments/{made.id}/report").json()
    assert report["tested"][0] == (
        "This is a calibration (A/A). All 6 runs are equal: what differs is the noise of the testbed."
    )
    assert not any("against the baseline" in text for text in report["tested"])
    found = [finding["text"] for finding in report["findings"]]
    assert found[0].startswith(
        "This is a calibration (A/A). Changes between its runs are what equal settings"
    )
    assert report["headline"] in found
    assert any("equal runs" in text and "called different from the first" in text for text in found)
    assert any(text.startswith("backup on ") for text in found)
    assert {finding["verdict"] for finding in report["findings"]} == {None}
    assert report["spread"] == []
    assert [row["is_control"] for row in report["rows"]] == [False] + 5 * [True]
