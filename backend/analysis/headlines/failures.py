"""Clause of the headline about runs that fail more or less than the baseline. Pure."""

from collections.abc import Sequence

from backend.analysis.schemas import DeltaRow


def add_failures(sentence: str, run_id: str | None, rows: Sequence[DeltaRow]) -> str:
    """The sentence with clauses about failures: of the run that it names, and of others that fail more."""
    clauses = [*_of_run(run_id, rows), *_of_others(run_id, rows)]
    return "; ".join([sentence.removesuffix("."), *clauses]) + "." if clauses else sentence


def _of_run(run_id: str | None, rows: Sequence[DeltaRow]) -> list[str]:
    return [row.failure_clause for row in rows if row.run_id == run_id and row.failure_clause]


def _of_others(run_id: str | None, rows: Sequence[DeltaRow]) -> list[str]:
    failing_rows = [
        (row.failures, row.name)
        for row in rows
        if row.failures and row.failures.word == "fails more" and row.run_id != run_id
    ]
    if not failing_rows:
        return []
    worst, name = max(failing_rows, key=lambda pair: (pair[0].run.dropped_share, pair[0].run.request_share))
    if len(failing_rows) == 1:
        return [f"{name} {worst.clause}"]
    return [f"{len(failing_rows)} others fail more, most {name}: {worst.shares}"]
