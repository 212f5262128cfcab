"""Rounds of a second stage that would settle an experiment with a fixed number of rounds."""

from collections.abc import Iterator, Sequence

from agents.catalog.metrics import METRICS
from agents.contract.states import RunState
from backend.analysis.candidates.leavers import leavers_of
from backend.analysis.candidates.stages import has_reserve
from backend.analysis.headlines.answers import Deltas
from backend.analysis.headlines.schemas import Answer
from backend.analysis.interim_analysis import is_adaptive
from backend.analysis.schemas import DeltaRow, Settling
from backend.definition.stopping_rule import questions_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.two_stages import rounds_to_add


def settling_of(
    experiment: Experiment, runs: Sequence[Run], answers: Sequence[Answer], deltas: Deltas
) -> Settling | None:
    """The candidate whose question takes the fewest rounds more, one of the answers where these are open.

    None where nothing is open, or rounds cannot be added.
    """
    if not has_reserve(experiment) or experiment.rounds_added:
        return None
    open_rows = list(_open_rows(experiment, runs, deltas))
    if not open_rows:
        return None
    answer_keys = {(answer.metric, answer.run_id) for answer in answers}
    named_rows = [(name, row) for name, row in open_rows if (name, row.run_id) in answer_keys] or open_rows
    rounds_by_row = [(_rounds_added(experiment, row), name, row) for name, row in named_rows]
    rounds, name, row = min(rounds_by_row, key=lambda item: float("inf") if item[0] is None else item[0])
    open_ids = {row.run_id for _, row in open_rows}
    is_open_in_part = sum(row.run_id == open_row.run_id for _, open_row in open_rows) < len(answers)
    return Settling(
        run_id=row.run_id,
        name=f"{row.name} ({METRICS[name].noun or METRICS[name].phrase})" if is_open_in_part else row.name,
        rounds=rounds,
        run_ids=[run.id for run in _measured_runs(experiment, runs, open_ids)],
    )


def _open_rows(experiment: Experiment, runs: Sequence[Run], deltas: Deltas) -> Iterator[tuple[str, DeltaRow]]:
    """Yield each question with each candidate that rounds might settle in it."""
    controls = {run.id for run in runs if run.is_control}
    for name in questions_of(experiment.definition):
        for row in deltas(name):
            is_open = row.is_candidate and row.verdict == "unclear" and row.n > 0
            # more rounds make no failure undone
            if is_open and row.run_id not in controls and not (row.control_alarm or row.failure_clause):
                yield name, row


def _rounds_added(experiment: Experiment, row: DeltaRow) -> int | None:
    if not row.trials_needed:
        return None
    return rounds_to_add(experiment.definition["trials"], row.trials_needed, row.family, row.n)


def _measured_runs(experiment: Experiment, runs: Sequence[Run], open_ids: set[str]) -> list[Run]:
    """Runs of a second stage: all cells of a grid, else whoever is open with what it is compared with."""
    leavers = leavers_of(experiment, runs, open_ids) if is_adaptive(experiment) else []
    return [r for r in runs if r not in leavers and r.deleted_at is None and r.state != RunState.FAILED]
