"""The line below the headline: what made the difference that it tells."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.catalog.metrics import MAIN
from backend.analysis.candidates.comparisons import reference_of
from backend.analysis.schemas import Headline
from backend.diagnostics.accounting import accounting, accounting_sentence
from backend.diagnostics.results.profiles.reading import read_counted
from backend.diagnostics.results.profiles.views import cause
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.rules import RULES_2


def cause_of(session: Session, experiment: Experiment, runs: Sequence[Run], headline: Headline) -> str | None:
    """Cause of the headline's change; None where it is about no run, or nothing is known of it.

    Under a headline about throughput the accounting of its time comes first: CPU alone may be little of it.
    """
    run = next((r for r in runs if r.id == headline.run_id and headline.delta is not None), None)
    baseline = reference_of(experiment, run, runs) if run else None
    if run is None or baseline is None or baseline is run:
        return None
    sentences = [cause(session, experiment, baseline, run)]
    if headline.metric == MAIN.name and experiment.rules_version >= RULES_2:
        sides = (read_counted(session, side) for side in (baseline, run))
        sentences.insert(0, accounting_sentence(accounting(*sides)))
    return " ".join(filter(None, sentences)) or None
