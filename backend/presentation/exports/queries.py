"""SQL of exports."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.runs import Run, Trial


def tool_versions(session: Session, experiment_id: str) -> dict[str, str]:
    """Load tool → version, as reported by the newest trial of this experiment."""
    rows = session.execute(
        select(Run.workload["tool"].astext, Trial.tool_version)
        .join(Trial, Trial.run_id == Run.id)
        .where(Trial.experiment_id == experiment_id, Trial.tool_version.is_not(None))
        .order_by(Trial.started_at.asc().nulls_first())
    )
    return {tool: version for tool, version in rows if version}


def outputs_of(session: Session, run_id: str) -> dict[str, dict[str, Any]]:
    """Trial id → argument list and what the tool printed, for the trials of one run."""
    columns = (Trial.id, Trial.argv, Trial.exit_code, Trial.stdout, Trial.stderr)
    rows = session.execute(select(*columns).where(Trial.run_id == run_id))
    return {
        row.id: {"argv": row.argv, "exit_code": row.exit_code, "stdout": row.stdout, "stderr": row.stderr}
        for row in rows
    }
