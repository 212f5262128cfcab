"""What words there are: by what matters, by each workload's own control, and none before the end."""

from collections.abc import Sequence

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.execution.launching.noise import noise_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.tests.db import builders

ROUNDS = 12
WOBBLE = [0.004, -0.006, 0.001, 0.005, -0.003, 0.002, -0.004, 0.0, 0.006, -0.005, 0.003, -0.003]


def workload(
    session: Session, of: Experiment, name: str, control: float = 0.0, loud: float = 1.0
) -> dict[str, Run]:
    """A baseline, a control that is off by `control`, and a candidate that is 5% faster."""
    made: dict[str, Run] = {}
    before = len((of.run_names or "").splitlines())
    shifts = {"base": 0.0, "control": control, "faster": np.log(1.05)}
    for position, (role, shift) in enumerate(shifts.items()):
        run = builders.run(
            session,
            of,
            before + position,
            f"{role} · {name}",
            workload=builders.WORKLOAD | {"name": name},
            is_baseline=role == "base",
            is_control=role == "control",
        )
        for number in range(ROUNDS):
            wobble = loud * WOBBLE[number - 3 * position]
            rate = float(1000 * np.exp(shift + wobble))
            builders.trial(session, run, number + 1, {"requests_per_s": rate, "latency_p99": 1 / rate})
        made[role] = run
    session.commit()
    return made


def words(client: TestClient, of: Experiment) -> dict[str, str]:
    rows = client.get(f"/api/v1/experiments/{of.id}/deltas").json()
    return {row["name"]: row["verdict"] for row in rows if "control" not in row["name"]}


@pytest.mark.parametrize(
    ("state", "word"),
    [
        (ExperimentState.FINISHED, "better"),
        (ExperimentState.FAILED, "better"),
        (ExperimentState.RUNNING, "interim"),
        (ExperimentState.CANCELLED, "interim"),
    ],
)
def test_there_is_a_word_only_where_nobody_chose_the_end(
    session: Session, client: TestClient, state: ExperimentState, word: str
) -> None:
    made = builders.experiment(session, state=state, definition={"factors": {}})
    workload(session, made, "w")
    (row,) = [r for r in client.get(f"/api/v1/experiments/{made.id}/deltas").json() if "faster" in r["name"]]
    assert row["verdict"] == word
    assert row["low"] < row["change"] < row["high"]
    assert row["simultaneous_low"] == pytest.approx(row["low"])
    assert ("failed before its end" in row["reason"]) == (state == ExperimentState.FAILED)


def test_a_cancelled_experiment_is_kept_and_compared_without_words(
    session: Session, client: TestClient
) -> None:
    made = builders.experiment(session, state=ExperimentState.CANCELLED, definition={"factors": {}})
    runs = workload(session, made, "w")
    stored_headlines.keep(session, made)
    session.commit()
    assert made.verdicts == []
    detail = client.get(f"/api/v1/experiments/{made.id}").json()
    assert detail["headline"]["sentence"].startswith(
        "Cancelled before its end, without a verdict: faster · w, throughput 1.00k → 1.05k req/s (+5.0% ["
    )
    found = client.get(f"/api/v1/compare?a={runs['base'].id}&b={runs['faster'].id}").json()
    assert found["pairs"][0]["delta"]["verdict"] == "interim"
    assert {row["delta"]["verdict"] for row in found["overall"]} == {"interim"}


@pytest.mark.parametrize(("min_effect", "word"), [(None, "better"), (0.01, "better"), (0.2, "same")])
def test_words_follow_what_the_definition_says_matters(
    session: Session, client: TestClient, min_effect: float | None, word: str
) -> None:
    definition = {"factors": {}} | ({} if min_effect is None else {"min_effect": min_effect})
    made = builders.experiment(session, definition=definition)
    runs = workload(session, made, "w")
    assert words(client, made) == {"faster · w": word}
    (row, *_) = client.get(f"/api/v1/experiments/{made.id}/deltas").json()
    assert row["min_effect"] == row["matters"] == pytest.approx(min_effect or 0.01)  # both until 0.2.0
    found = client.get(f"/api/v1/compare?a={runs['base'].id}&b={runs['faster'].id}").json()
    assert found["pairs"][0]["delta"]["verdict"] == word


def test_the_control_of_each_workload_speaks_for_it_alone(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    quiet = workload(session, made, "quiet")
    loud = workload(session, made, "loud", control=0.06)
    assert words(client, made) == {"faster · quiet": "better", "faster · loud": "unclear"}
    for runs, word in ((quiet, "better"), (loud, "unclear")):
        found = client.get(f"/api/v1/compare?a={runs['base'].id}&b={runs['faster'].id}").json()
        delta = found["pairs"][0]["delta"]
        assert delta["verdict"] == word
        assert ("The control" in delta["reason"]) == (word == "unclear")
        assert bool(delta["control_alarm"]) == (word == "unclear"), "a gate has nothing to judge then"


def test_compare_hears_the_controls_as_the_experiments_page_does(
    session: Session, client: TestClient
) -> None:
    """A control that would stand out alone does not among four, and no page says otherwise."""
    made = builders.experiment(session, definition={"factors": {}})
    off = workload(session, made, "w0", control=0.028, loud=4.0)
    page = f"/api/v1/compare?a={off['base'].id}&b={off['faster'].id}"
    assert "The control" in client.get(page).json()["pairs"][0]["delta"]["reason"]
    for i in (1, 2, 3):
        workload(session, made, f"w{i}", loud=4.0)
    rows = client.get(f"/api/v1/experiments/{made.id}/deltas").json()
    assert [row["control_alarm"] for row in rows] == [None] * len(rows)
    assert "The control" not in client.get(page).json()["pairs"][0]["delta"]["reason"]


def test_a_testbeds_noise_is_that_of_every_workload(session: Session) -> None:
    def of(*loud: float) -> float | None:
        bed = builders.a_testbed(session, f"bed {loud}")
        made = builders.experiment(session, bed, definition={"factors": {}})
        for i, how in enumerate(loud):
            workload(session, made, f"w{i}", loud=how)
        return noise_of(session, bed.id)

    alone: Sequence[float | None] = [of(1.0), of(6.0)]
    together, turned = of(1.0, 6.0), of(6.0, 1.0)
    assert together == turned == pytest.approx(np.mean([x or 0.0 for x in alone]), rel=1e-6)


def test_pairs_of_a_comparison_are_judged_together(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/compare?experiment={made.id}").json()
    assert {pair["delta"]["family"] for pair in found["pairs"]} == {len(found["pairs"])}
    assert all(pair["delta"]["p_adjusted"] >= pair["delta"]["p"] for pair in found["pairs"])
