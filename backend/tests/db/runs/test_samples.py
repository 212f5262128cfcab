"""Samples from agents: appended once, in order, gaps kept, each value with its own series."""

import pytest
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.errors import Invalid, NotFound
from backend.records.hosts import Host
from backend.records.samples_queries import series_of
from backend.samples import service
from backend.tests.db import builders


def _trial_and_host(session: Session) -> tuple[str, Host]:
    made = builders.experiment(session, definition={})
    trial = builders.trial(session, builders.run(session, made, 0, "default"), 1, {})
    host = session.get(Host, made.facts["load"]["host_id"])
    assert host is not None
    return trial.id, host


def _stored(session: Session, trial_id: str) -> dict[str, tuple[list[float], list[float | None]]]:
    session.expire_all()
    return {row.series: (row.times, row.values) for row in series_of(session, trial_id)}


def test_batches_are_appended_in_order_and_once(session: Session) -> None:
    trial_id, host = _trial_and_host(session)
    first = SampleBatch(
        trial_id=trial_id, seq=0, times=[1.5, 2.5], series={"cpu.0": [0.25, None], "b": [2.0, 3.0]}
    )
    second = SampleBatch(trial_id=trial_id, seq=1, times=[3.5], series={"b": [None], "cpu.0": [0.5]})
    for batch in (first, second, second, first):
        service.store(session, host, batch)
    assert _stored(session, trial_id) == {
        "cpu.0": ([1.5, 2.5, 3.5], [0.25, None, 0.5]),
        "b": ([1.5, 2.5, 3.5], [2.0, 3.0, None]),
    }


def test_a_batch_that_does_not_add_up_is_refused(session: Session) -> None:
    trial_id, host = _trial_and_host(session)
    with pytest.raises(Invalid):
        service.store(
            session, host, SampleBatch(trial_id=trial_id, seq=0, times=[1.0], series={"a": [1.0, 2.0]})
        )
    with pytest.raises(NotFound):
        service.store(session, host, SampleBatch(trial_id="nothing", seq=0, times=[], series={}))
