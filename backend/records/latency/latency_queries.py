"""SQL of the latencies of trials."""

import base64
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.latency import Latency
from agents.contract.states import TrialState
from backend.records.latency.histograms import TrialLatency
from backend.records.latency.latency_row import LatencyRow
from backend.records.runs import Trial


def keep(session: Session, trial: Trial, host_id: str, latency: Latency) -> None:
    session.add(
        TrialLatency(
            trial_id=trial.id,
            run_id=trial.run_id,
            host_id=host_id,
            histogram=base64.b64decode(latency.histogram),
            printed=latency.printed,
        )
    )


def latencies_of_runs(session: Session, run_ids: Collection[str]) -> list[LatencyRow]:
    """Of every valid trial that has them, in the order of the rounds."""
    rows = session.execute(
        select(TrialLatency, Trial)
        .join(Trial, Trial.id == TrialLatency.trial_id)
        .where(TrialLatency.run_id.in_(run_ids), Trial.state == TrialState.DONE)
        .order_by(Trial.run_id, Trial.round, Trial.repeat, Trial.attempt, TrialLatency.host_id)
    )
    return [
        LatencyRow(
            run_id=trial.run_id,
            trial_id=trial.id,
            round=trial.round,
            start=trial.start,
            started_at=trial.started_at,
            ended_at=trial.ended_at,
            largest_s=trial.figures.get("latency_max"),
            printed=latency.printed,
            text=base64.b64encode(latency.histogram).decode(),
        )
        for latency, trial in rows
    ]
