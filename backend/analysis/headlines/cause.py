"""Lines below the headline: where its time went, and what made the difference in CPU time."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.catalog.metrics import MAIN
from backend.analysis.candidates.comparisons import reference_of
from backend.analysis.schemas import Headline
from backend.diagnostics.results.accounting import read_accounting
from backend.diagnostics.results.profiles.views import cause
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.rules import RULES_2


def add_cause(session: Session, experiment: Experiment, runs: Sequence[Run], headline: Headline) -> None:
    """Put the cause of the change, and under throughput the accounting of its time, into a headline.

    Neither where it is about no run, or nothing is known. CPU alone may be little: the accounting is first.
    """
    run = next((r for r in runs if r.id == headline.run_id and headline.delta is not None), None)
    baseline = reference_of(experiment, run, runs) if run else None
    if run is None or baseline is None or baseline is run:
        return
    if headline.metric == MAIN.name and experiment.rules_version >= RULES_2:
        headline.accounting = read_accounting(session, experiment, baseline, run)
    lead = headline.accounting.sentence if headline.accounting else ""
    headline.cause = " ".join(filter(None, [lead, cause(session, experiment, baseline, run)])) or None
