"""Readings of long trials are thinned after the days of a setting; short, young and running ones stay."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.orm import Session

from backend.ids import new_id
from backend.records.experiments import Lease
from backend.records.samples import SampleSeries
from backend.samples import service
from backend.samples.thinning import MAX_READINGS
from backend.settings import get_settings
from backend.tests.db import builders


@pytest.fixture
def lengths(session: Session, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(get_settings(), "thin_after_days", 30)

    def read(*ids: str) -> list[int]:
        session.expire_all()
        return [len(session.query(SampleSeries).filter_by(trial_id=id).one().times) for id in ids]

    return read


def measured(session: Session, seconds: int, days_ago: float) -> str:
    made = builders.experiment(session, builders.a_testbed(session, new_id()), definition={})
    trial = builders.trial(session, builders.run(session, made, 0, "default"), 1, {})
    started = datetime.now(UTC) - timedelta(days=days_ago)
    trial.started_at, trial.ended_at = started, started + timedelta(seconds=seconds)
    begin = started.timestamp()
    session.add(
        SampleSeries(
            trial_id=trial.id, host_id=made.facts["load"]["host_id"], series="cpu.0", seq=0,
            times=[begin + i for i in range(seconds)], values=[0.5] * seconds,
        )
    )  # fmt: skip
    session.commit()
    return trial.id


def test_long_ones_of_long_ago_are_thinned_once(session: Session, lengths) -> None:
    old, young = measured(session, 900, 31), measured(session, 900, 29)
    short = measured(session, MAX_READINGS, 31)
    service.thin_old()
    assert lengths(young, short) == [900, MAX_READINGS]
    [kept] = lengths(old)
    assert 0 < kept <= MAX_READINGS
    service.thin_old()
    assert lengths(old) == [kept]


def test_nothing_is_thinned_without_the_setting_or_beside_what_is_measured(
    session: Session, lengths, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = measured(session, 900, 31)
    running = builders.experiment(session, builders.a_testbed(session, new_id()), definition={})
    session.add(Lease(host_id=running.facts["load"]["host_id"], experiment_id=running.id, instance="first"))
    session.commit()
    service.thin_old()
    assert lengths(old) == [900]
    session.query(Lease).delete()
    session.commit()
    monkeypatch.setattr(get_settings(), "thin_after_days", None)
    service.thin_old()
    assert lengths(old) == [900]
