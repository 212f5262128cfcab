"""Samples from agents: appended once, in order, gaps kept; only of trials that a host was asked to watch."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from agents.contract.reports import SampleBatch
from backend.errors import Forbidden, Invalid, NotFound
from backend.ids import new_id
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.records.samples_queries import series_of
from backend.samples import service
from backend.tests.db import builders

KEY = "run-proxy-1"


def _watched(session: Session, age: timedelta = timedelta()) -> tuple[SampleBatch, str]:
    """A batch of a trial that a host watches since `age`, and the credential of its agent."""
    made = builders.experiment(session, builders.a_testbed(session, new_id()), definition={})
    trial = builders.trial(session, builders.run(session, made, 0, "default"), 1, {})
    host = session.get_one(Host, made.facts["load"]["host_id"])
    begun = datetime.now(UTC) - age
    work = {"kind": "measure", "watch": [KEY]}
    job = JobRow(
        id=new_id(), experiment_id=made.id, host_id=host.id, run_id=trial.run_id, trial_id=trial.id,
        kind="measure", purpose="measure", work=work, timeout_s=40.0, sends=1, created_at=begun,
        sent_at=begun,
    )  # fmt: skip
    session.add(job)
    session.flush()
    at = int(begun.timestamp())
    return SampleBatch(
        trial_id=trial.id, seq=0, times=[at, at + 1], series={"cpu.0": [0.25, None]}
    ), host.token_hash or ""


def _stored(session: Session, trial_id: str) -> dict[str, tuple[list[float], list[float | None]]]:
    session.expire_all()
    return {row.series: (row.times, row.values) for row in series_of(session, trial_id)}


def _of(batch: SampleBatch, **changes: Any) -> SampleBatch:
    return batch.model_copy(update=changes)


def test_batches_are_appended_in_order_and_once(session: Session) -> None:
    batch, agent = _watched(session)
    at = batch.times[0]
    first = _of(batch, series={"cpu.0": [0.25, None], "steal": [2.0, 3.0]})
    second = _of(batch, seq=1, times=[at + 2], series={"steal": [None], "cpu.0": [0.5]})
    for each in (first, second, second, first):
        service.store(session, agent, each)
    assert _stored(session, batch.trial_id) == {
        "cpu.0": ([at, at + 1, at + 2], [0.25, None, 0.5]),
        "steal": ([at, at + 1, at + 2], [2.0, 3.0, None]),
    }


def test_samples_of_a_trial_are_taken_after_an_outage_of_hours_but_not_of_days(session: Session) -> None:
    batch, agent = _watched(session, timedelta(hours=6))
    service.store(session, agent, batch)
    assert _stored(session, batch.trial_id)
    batch, agent = _watched(session, timedelta(hours=30))
    with pytest.raises(Forbidden, match="more than a day ago"):
        service.store(session, agent, batch)


def test_only_the_hosts_of_a_trial_send_its_samples(session: Session) -> None:
    batch, _ = _watched(session)
    _, stranger = _watched(session)
    with pytest.raises(Forbidden, match="was not asked for readings of"):
        service.store(session, stranger, batch)
    with pytest.raises(NotFound):
        service.store(session, stranger, _of(batch, trial_id="nothing"))
    assert _stored(session, batch.trial_id) == {}


@pytest.mark.parametrize("seconds", [-1000.0, 1000.0, 1e300, float("nan"), float("inf")])
def test_times_outside_the_trial_are_refused(session: Session, seconds: float) -> None:
    batch, agent = _watched(session)
    with pytest.raises(Invalid, match="outside the trial"):
        service.store(session, agent, _of(batch, times=[batch.times[0], batch.times[0] + seconds]))


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "a",
            "cpu.x",
            "cpu.0\n",
            "net.eth0.rx_bytes",
            "net. .rx_bytes_per_s",
            "nginx.other.cpu",
            "load.<b>",
        ),
        *("pressure.<b>", "disk..busy", "disk.a b.busy"),
    ],
)
def test_series_that_nobody_asked_for_are_refused(session: Session, name: str) -> None:
    batch, agent = _watched(session)
    with pytest.raises(Invalid, match="is not a series"):
        service.store(session, agent, _of(batch, series={name: [1.0, 2.0]}))


@pytest.mark.parametrize(
    "name",
    [
        *("cpu.127", "softirq", "softirq.3", "steal", "context_switches_per_s", "load.cpu"),
        *("irq.0.res_per_s", "tcp.listen_overflows_per_s", f"nginx.{KEY}.requests_per_s"),
        *("pressure.io", "disk.nvme0n1.busy", "disk.vda.written_bytes_per_s", f"nginx.{KEY}.accepted_per_s"),
        *("net.eth0.100.rx_bytes_per_s", "net.br-1a_2@x.tx_packets_per_s"),
    ],
)
def test_series_of_an_agent_are_taken(session: Session, name: str) -> None:
    batch, agent = _watched(session)
    service.store(session, agent, _of(batch, series={name: [1.0, None]}))
    assert list(_stored(session, batch.trial_id)) == [name]


@pytest.mark.parametrize("changes", [{"series": {"steal": [1.0]}}, {"seq": 10**12}])
def test_a_batch_that_does_not_add_up_is_refused(session: Session, changes: dict[str, Any]) -> None:
    batch, agent = _watched(session)
    with pytest.raises(Invalid):
        service.store(session, agent, _of(batch, **changes))
