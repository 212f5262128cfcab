"""SQL of stored verdicts."""

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import InstrumentedAttribute, Session, object_session

from agents.contract.states import ExperimentState
from backend.records.experiments import Experiment
from backend.records.verdicts.stored import StoredVerdicts

Part = InstrumentedAttribute[dict[str, dict[str, Any]]]
DELTAS: Part = StoredVerdicts.deltas
STEPS: Part = StoredVerdicts.steps


def rows_by_metric(
    experiment: Experiment, part: Part, metric: str | None = None
) -> dict[str, dict[str, Any]]:
    """Metric → run id → its delta by the experiment's rules; empty before the end."""
    session = object_session(experiment)
    if session is None or not ExperimentState(experiment.state).is_final:
        return {}
    query = select(StoredVerdicts.metric, part).where(
        StoredVerdicts.experiment_id == experiment.id,
        StoredVerdicts.rules_version == experiment.rules_version,
        *([StoredVerdicts.metric == metric] if metric else []),
    )
    return {row.metric: row[1] for row in session.execute(query)}


def has_stored(session: Session, experiment: Experiment) -> bool:
    query = select(StoredVerdicts.metric).where(
        StoredVerdicts.experiment_id == experiment.id,
        StoredVerdicts.rules_version == experiment.rules_version,
    )
    return session.scalar(query.limit(1)) is not None


def delete_all(session: Session, experiment: Experiment) -> None:
    """Those by every version of the rules."""
    session.execute(delete(StoredVerdicts).where(StoredVerdicts.experiment_id == experiment.id))
