"""Verdicts of a result that is not trustworthy have no colour, wherever they are shown."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.analysis import stored_headlines
from backend.presentation.link_preview.lookup import tags_of
from backend.records.runs import Run
from backend.tests.db import builders


def _measured(session: Session, name: str, lost_count: int) -> Run:
    """The candidate of an experiment in which each run lost `lost_count` of 20 trials."""
    experiment = builders.experiment(session, builders.a_testbed(session, name), name=name)
    baseline = builders.run(session, experiment, 0, "default", is_baseline=True, variant_hash="a" * 12)
    candidate = builders.run(session, experiment, 1, "tuned", variant_hash="b" * 12)
    for number in range(1, 21):
        state = TrialState.INVALID if number <= lost_count else TrialState.DONE
        for run, rate in ((baseline, 1000.0), (candidate, 1500.0)):
            figures: dict[str, float | None] = {"requests_per_s": rate * (1 + 0.002 * (number % 4))}
            builders.trial(session, run, number, figures, state=state)
    stored_headlines.keep(session, experiment)
    session.commit()
    return candidate


@pytest.mark.parametrize(("lost_count", "is_untrusted"), [(0, False), (12, True)])
def test_pages_and_pictures_say_whether_verdicts_are_trusted(
    session: Session, client: TestClient, lost_count: int, is_untrusted: bool
) -> None:
    tuned = _measured(session, "evening", lost_count)
    ids = f"a={_measured(session, 'night', 0).id}&b={tuned.id}"
    comparison = client.get(f"/api/v1/compare?{ids}").json()
    [candidate] = comparison["candidates"]
    report = client.get(f"/api/v1/compare/report?{ids}").json()
    run = client.get(f"/api/v1/runs/{tuned.id}").json()
    [point] = client.get(f"/api/v1/trend?experiment={tuned.experiment_id}").json()["points"]
    assert point["verdict"] == "better"
    pages = (comparison, candidate, report, run, point)
    assert [page["is_untrusted"] for page in pages] == [is_untrusted] * len(pages)
    caveats = [c["text"] for c in comparison["caveats"] if c["code"] == "trust"]
    assert caveats == (["Not trustworthy by its conditions: “evening”"] if is_untrusted else [])


def test_a_link_to_a_comparison_says_what_is_not_trustworthy(session: Session) -> None:
    a, b = (_measured(session, name, lost_count).id for name, lost_count in (("1", 0), ("2", 12)))
    tags = tags_of(session, "compare", f"a={a}&b={b}")
    assert tags is not None
    assert tags.description.endswith(" Not trustworthy by its conditions: “2”.")


def test_a_side_is_trusted_whatever_another_side_is(session: Session, client: TestClient) -> None:
    a, b, c = (
        _measured(session, name, lost_count).id for name, lost_count in (("1", 0), ("2", 0), ("3", 12))
    )
    comparison = client.get(f"/api/v1/compare?a={a}&b={b}&c={c}").json()
    assert comparison["is_untrusted"] is False
    assert [side["is_untrusted"] for side in comparison["candidates"]] == [False, True]
