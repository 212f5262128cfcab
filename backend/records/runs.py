"""Runs (one variant under one workload in one experiment) and their trials."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, DateTime, ForeignKey, Index, String, Text, UniqueConstraint, and_, text
from sqlalchemy.dialects.postgresql import JSON, JSONB
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column

from agents.contract.states import RunState, TrialState
from backend.database import Base
from backend.records.sharing import columns

FINAL_TRIALS = tuple(state for state in TrialState if state.is_final)
DROPPED = ("cancelled", "experiment_stopped")
"""Failure codes of trials that were given up with their experiment: it can be resumed with these."""
OPEN_TRIALS = tuple(state for state in TrialState if not state.is_final)
MEASURED, DIAGNOSTIC = "measured", "diagnostic"
"""Purposes of trials."""


class Run(Base):
    __tablename__ = "runs"
    __table_args__ = (
        UniqueConstraint("experiment_id", "position"),
        Index("ix_runs_knobs", text("(knobs::jsonb)"), postgresql_using="gin"),
        Index("ix_runs_described", text("(described::jsonb)"), postgresql_using="gin"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    experiment_id: Mapped[str] = mapped_column(ForeignKey("experiments.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(columns.name(200))
    variant: Mapped[str] = mapped_column(columns.name(200))
    parent: Mapped[str | None] = mapped_column(columns.name(200))
    knobs: Mapped[dict[str, Any]] = mapped_column(columns.user_text(JSON()))  # JSON keeps the order
    # of an import, as its source reports them
    described: Mapped[dict[str, str]] = mapped_column(columns.user_text(JSON()), default=dict)
    variant_hash: Mapped[str] = mapped_column(String(64), index=True)
    factors: Mapped[dict[str, str] | None] = mapped_column(columns.user_text(JSON()))
    workload: Mapped[dict[str, Any]] = mapped_column(columns.user_text(JSONB()))
    topology: Mapped[str] = mapped_column(String(16))
    is_baseline: Mapped[bool] = mapped_column(default=False)
    is_control: Mapped[bool] = mapped_column(default=False)
    state: Mapped[str] = mapped_column(String(16), default=RunState.WAITING)
    failure: Mapped[dict[str, Any] | None] = mapped_column(columns.failure())
    # role → PreparedSetup
    prepared: Mapped[dict[str, Any]] = mapped_column(columns.redacted_setups(), default=dict)
    generation: Mapped[int] = mapped_column(default=-1)  # of `prepared`
    warmed_generation: Mapped[int] = mapped_column(default=-1)
    start: Mapped[int] = mapped_column(default=1)  # of its servers, that is wanted for its next trial
    starts: Mapped[int] = mapped_column(default=0)  # that were measured, whatever made them start
    started: Mapped[str | None] = mapped_column(String(64))  # tells the last of these from others
    # role → what its host must have
    settings: Mapped[dict[str, Any]] = mapped_column(columns.tool_output(JSONB()), default=dict)
    # role → the same as read back
    applied: Mapped[dict[str, Any]] = mapped_column(columns.tool_output(JSONB()), default=dict)
    settled_generation: Mapped[int] = mapped_column(default=-1)  # its setups were started under `settings`
    probe: Mapped[dict[str, Any] | None] = mapped_column(columns.tool_output(JSONB()))  # the warm-up's answer
    bottlenecks: Mapped[list[dict[str, Any]]] = mapped_column(
        columns.tool_output(JSONB()), default=list, server_default=text("'[]'::jsonb")
    )  # once the experiment has ended
    setting_signs: Mapped[list[dict[str, Any]]] = mapped_column(
        columns.tool_output(JSONB()), default=list, server_default=text("'[]'::jsonb")
    )  # once the experiment has ended
    eliminated_after: Mapped[int | None]  # rounds, by halving; None: measured to the end
    last_round: Mapped[int | None]  # by an interim analysis; None: measured to the end
    deleted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    @hybrid_property
    def needs_servers(self) -> bool:
        """False: it failed, or its workload ended or it was eliminated before it was measured to the end."""
        return self.state != RunState.FAILED and self.failure is None and self.eliminated_after is None

    @needs_servers.inplace.expression
    @classmethod
    def _needs_servers_sql(cls) -> ColumnElement[bool]:
        return and_(cls.state != RunState.FAILED, cls.failure.is_(None), cls.eliminated_after.is_(None))


class AnyTrial(Base):
    """One execution of the load tool: a Trial, which is measured, or a Diagnostic, which says why."""

    __tablename__ = "trials"
    __table_args__ = (
        UniqueConstraint("run_id", "diagnostic", "round", "repeat", "attempt"),
        Index("ix_trials_experiment_order", "experiment_id", "round", "position", "attempt"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(16), default=MEASURED)
    # a DiagnosticKind; of a measured trial nothing
    diagnostic: Mapped[str] = mapped_column(String(24), default="")
    experiment_id: Mapped[str] = mapped_column(ForeignKey("experiments.id", ondelete="CASCADE"))
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)
    round: Mapped[int]  # from 1
    position: Mapped[int]  # in the order of the experiment, from 1
    repeat: Mapped[int] = mapped_column(default=1)  # of the baseline within a long round
    attempt: Mapped[int] = mapped_column(default=1)
    state: Mapped[str] = mapped_column(String(16), default=TrialState.QUEUED)
    start: Mapped[int | None]  # of its run's servers, from 1; None: not known, or no server of ours
    connections: Mapped[int | None]  # of a probe for the ceiling; None: the workload's
    rate: Mapped[int | None]  # the same of a search over the rate
    failure: Mapped[dict[str, Any] | None] = mapped_column(columns.failure())
    findings: Mapped[list[dict[str, Any]]] = mapped_column(columns.findings(), default=list)
    figures: Mapped[dict[str, float | None]] = mapped_column(JSONB, default=dict)  # metric → SI value
    # "measured": with a histogram of all requests
    latency_kind: Mapped[str | None] = mapped_column(String(16))
    errors: Mapped[dict[str, int | None]] = mapped_column(JSONB, default=dict)
    windows: Mapped[dict[str, Any]] = mapped_column(columns.windows(), default=dict)  # host id → Window
    argv: Mapped[list[str]] = mapped_column(columns.tool_output(JSONB()), default=list)
    tool_version: Mapped[str | None] = mapped_column(columns.tool_output(String(120)))
    exit_code: Mapped[int | None]
    stdout: Mapped[str | None] = mapped_column(columns.never(Text()), deferred=True)
    stderr: Mapped[str | None] = mapped_column(columns.never(Text()), deferred=True)
    warnings: Mapped[list[str]] = mapped_column(columns.tool_output(JSONB()), default=list)
    started_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # of the load tool
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __mapper_args__ = {"polymorphic_on": "purpose", "polymorphic_abstract": True}  # noqa: RUF012


class Trial(AnyTrial):
    """One that is measured: what results are made of."""

    __mapper_args__ = {"polymorphic_identity": MEASURED}  # noqa: RUF012


class Diagnostic(AnyTrial):
    """One beside the results, for what `diagnostic` says. Its rounds count on from the measured ones."""

    missing: Mapped[dict[str, str] | None] = mapped_column(JSONB)  # host id → why it saw nothing

    __mapper_args__ = {"polymorphic_identity": DIAGNOSTIC}  # noqa: RUF012
