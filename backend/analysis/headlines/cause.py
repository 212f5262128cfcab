"""The line below the headline: what made the difference that it tells."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from backend.analysis.deltas import baseline_of
from backend.analysis.schemas import Headline
from backend.diagnostics.results.profiles.views import cause
from backend.records.experiments import Experiment
from backend.records.runs import Run


def cause_of(session: Session, experiment: Experiment, runs: Sequence[Run], headline: Headline) -> str | None:
    """Cause of the headline's change; None where it is about no run, or there are no profiles."""
    run = next((r for r in runs if r.id == headline.run_id and headline.delta is not None), None)
    baseline = baseline_of(run, runs) if run else None
    if run is None or baseline is None or baseline is run:
        return None
    return cause(session, experiment, baseline, run)
