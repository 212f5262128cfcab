"""Experiments, the jobs they send, and the hosts they hold."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import (
    DDL,
    BigInteger,
    Computed,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    and_,
    event,
    false,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSON, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from agents.contract.states import ExperimentState, JobState
from backend.database import Base
from backend.records.origin import Origin
from backend.records.sharing import columns
from backend.records.testbeds import TestbedRole
from backend.statistics.rules import RULES_VERSION

UNFINISHED = tuple(state for state in ExperimentState if not state.is_final)
"""States of experiments that still have work to do."""

MEASURED_MORE = "measured_more"
"""Code of the interruption between two stages."""

OPEN_JOBS = (JobState.PENDING, JobState.SENT)
"""States of jobs that a report is still expected of."""

HOST_NAMES = "jsonb_path_query_array(facts, '$.*.host')"
"""SQL: the names of an experiment's hosts, as a JSON array."""

KIND = "coalesce(definition ->> 'kind', 'compare')"
"""SQL: what lists say of a definition, which is too long to read for every row."""

SEARCH_TEXT = (
    "lower(name || E'\\n' || notes || E'\\n' || coalesce(definition ->> 'description', '') || E'\\n' || "
    "coalesce(definition ->> 'source', '') || E'\\n' || "
    "coalesce(definition -> 'published' ->> 'source', '') || E'\\n' || run_names)"
)
"""SQL: what words are looked for in."""


SEARCH_GRAMS = """
CREATE OR REPLACE FUNCTION search_grams(said text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
    SELECT coalesce(array_agg(DISTINCT gram), '{}')
    FROM (
        SELECT ascii(c)::bigint << 42 | lead(ascii(c)::bigint) OVER w << 21 | lead(ascii(c)::bigint, 2) OVER w
        FROM string_to_table(said, NULL) WITH ORDINALITY AS characters (c, i)
        WINDOW w AS (ORDER BY i)
    ) AS grams (gram)
    WHERE gram IS NOT NULL
)
"""
"""SQL: the characters of a text, three at a time. The embedded PostgreSQL has no pg_trgm."""

event.listen(Base.metadata, "before_create", DDL(SEARCH_GRAMS))


def names_of_runs(names: Iterable[str]) -> str:
    """As `run_names` has them."""
    return "\n".join(dict.fromkeys(names))


class Experiment(Base):
    __tablename__ = "experiments"
    __table_args__ = (
        Index(
            "ix_experiments_unfinished",
            "created_at",
            postgresql_where="state IN ('queued', 'running', 'cancelling')",
        ),
        Index("ix_experiments_tags", "tags", postgresql_using="gin"),
        Index("ix_experiments_mentions", "mentions", postgresql_using="gin"),
        Index("ix_experiments_newest", "created_at", "id"),
        Index("ix_experiments_hosts", text(HOST_NAMES), postgresql_using="gin"),
        Index("ix_experiments_kept", "kept_version", "id"),
        Index("ix_experiments_search", "search_grams", postgresql_using="gin"),
        Index("ix_experiments_testbed", "testbed_id", "created_at"),
        Index(
            "ix_experiments_calibrations",
            "testbed_id",
            "created_at",
            postgresql_where="is_calibration",
        ),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(columns.name(200))
    testbed_id: Mapped[str | None] = mapped_column(ForeignKey("testbeds.id"))  # None: imported
    testbed_labels: Mapped[list[str]] = mapped_column(
        columns.never(ARRAY(String(96))), default=list, server_default="{}"
    )  # any testbed with these; until it starts testbed_id is where it waits
    load_hosts: Mapped[int] = mapped_column(default=1, server_default="1")  # of its testbed, the first ones
    stranded: Mapped[bool] = mapped_column(default=False, server_default=false())
    # no testbed that can run it has those labels: it keeps its place in line and blocks no host
    origin: Mapped[str] = mapped_column(String(16), default=Origin.MEASURED)
    derived_from: Mapped[str | None] = mapped_column(
        ForeignKey("experiments.id", ondelete="SET NULL"), index=True
    )
    derived_how: Mapped[str | None] = mapped_column(String(16))
    recipe: Mapped[str | None] = mapped_column(String(80))
    form: Mapped[str | None] = mapped_column(String(16))
    # keeps the order of factors and levels
    definition: Mapped[dict[str, Any]] = mapped_column(columns.user_text(JSON()))
    kind: Mapped[str] = mapped_column(String(16), Computed(KIND, persisted=True))
    definition_yaml: Mapped[str] = mapped_column(columns.user_text(Text()))
    is_calibration: Mapped[bool] = mapped_column(default=False)  # its runs are equal
    seed: Mapped[int] = mapped_column(Integer)
    estimate_s: Mapped[float]
    state: Mapped[str] = mapped_column(String(16), default=ExperimentState.QUEUED, index=True)
    generation: Mapped[int] = mapped_column(default=0)  # counts up when a host has to be prepared again
    start_generation: Mapped[int] = mapped_column(default=0)  # that servers were last started for a round
    rules_version: Mapped[int] = mapped_column(  # that its verdicts follow
        default=RULES_VERSION, server_default="1"
    )
    launch_key: Mapped[str | None] = mapped_column(String(64), unique=True)  # a launch with it is this one
    launch_rules: Mapped[int] = mapped_column(  # in force at its launch
        default=lambda context: context.get_current_parameters()["rules_version"], server_default="1"
    )
    cancel_requested: Mapped[bool] = mapped_column(default=False)
    failure: Mapped[dict[str, Any] | None] = mapped_column(columns.failure())
    interruptions: Mapped[list[dict[str, Any]]] = mapped_column(
        columns.interruptions(), default=list, server_default="[]"
    )  # {began_at, ended_at, failure}: spans without its hosts between its trials
    # place → {host_id, host, address, facts}: see place_of
    facts: Mapped[dict[str, Any]] = mapped_column(columns.hosts(), default=dict)
    facts_after: Mapped[dict[str, Any]] = mapped_column(columns.hosts(), default=dict)  # the same at the end
    owner_id: Mapped[str | None] = mapped_column(  # who launched or imported it; None: the dashboard's token
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    notes: Mapped[str] = mapped_column(columns.notes(), default="")  # Markdown, as written
    notes_version: Mapped[int] = mapped_column(default=0)  # counts up, so that no edit is lost to another
    notes_by: Mapped[str | None] = mapped_column(  # who wrote them last
        columns.person(), ForeignKey("accounts.id", ondelete="SET NULL")
    )
    notes_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # None: never, or long ago
    mentions: Mapped[list[str]] = mapped_column(columns.persons(), default=list)  # accounts, by the notes
    tags: Mapped[list[str]] = mapped_column(columns.user_text(ARRAY(String(40))), default=list)
    starred: Mapped[bool] = mapped_column(default=False)
    archived_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    run_names: Mapped[str] = mapped_column(Text, default="", deferred=True)  # each once, a line each
    search_text: Mapped[str] = mapped_column(Text, Computed(SEARCH_TEXT, persisted=True), deferred=True)
    search_grams: Mapped[list[int]] = mapped_column(
        ARRAY(BigInteger), Computed(f"search_grams({SEARCH_TEXT})", persisted=True), deferred=True
    )  # every three characters that follow each other in it
    # of its end; None: not known yet
    headline: Mapped[dict[str, Any] | None] = mapped_column(columns.headline())
    verdicts: Mapped[list[str] | None] = mapped_column(ARRAY(String(16)))  # likewise
    figures: Mapped[dict[str, Any] | None] = mapped_column(JSONB)  # that lists show and sort by, likewise
    kept_version: Mapped[int] = mapped_column(default=0)  # of the code that made these three
    # measured trials ended
    diagnosing_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    rounds_analysed: Mapped[int] = mapped_column(default=0)  # whole ones, at the last interim analysis
    rounds_ended: Mapped[dict[str, Any] | None] = mapped_column(JSONB)  # which rule ended the rounds
    rounds_added: Mapped[int] = mapped_column(default=0, server_default="0")  # by “measure more”
    first_headline: Mapped[dict[str, Any] | None] = mapped_column(columns.headline())  # of before these
    first_finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    # its place in line: launched then, or moved to where another one was
    queued_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    started_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    measuring_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))  # first trial sent
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    @property
    def is_interrupted(self) -> bool:
        """Whether its last interruption goes on."""
        return bool(self.interruptions) and self.interruptions[-1]["ended_at"] is None

    @property
    def is_untrusted(self) -> bool:
        """Whether trust in its result is red: verdicts then have no colour. False before the end."""
        trust = (self.headline or {}).get("trust") or {}
        return trust.get("level") == "red"

    @property
    def seconds_taken(self) -> float | None:
        """Seconds from its start to its end without interruptions; None before the end."""
        if self.started_at is None or self.finished_at is None:
            return None
        return self.seconds_at_work(self.started_at, self.finished_at)

    @property
    def seconds_in_rounds(self) -> float | None:
        """The part of `seconds_taken` until its diagnostics, which follow the last round once."""
        if self.started_at is None or self.finished_at is None:
            return None
        return self.seconds_at_work(self.started_at, self.diagnosing_since or self.finished_at)

    @property
    def seconds_interrupted(self) -> float:
        """Seconds within its stages in which it did not have its hosts; 0 before the end.

        That time passes before somebody adds rounds is no interruption of those that were planned.
        """
        if self.started_at is None or self.finished_at is None:
            return 0.0
        gaps = self._gaps(self.started_at, self.finished_at)
        return sum(seconds for entry, seconds in gaps if entry["failure"].get("code") != MEASURED_MORE)

    def seconds_at_work(self, start: datetime, end: datetime) -> float:
        """Seconds of a span without its interruptions."""
        seconds = (end - start).total_seconds()
        return max(0.0, seconds - sum(gap_s for _, gap_s in self._gaps(start, end)))

    def _gaps(self, start: datetime, end: datetime) -> Iterator[tuple[dict[str, Any], float]]:
        """Interruptions with their seconds within a span."""
        for entry in self.interruptions or ():
            began_at = max(datetime.fromisoformat(entry["began_at"]), start)
            ended_at = min(datetime.fromisoformat(entry["ended_at"]) if entry["ended_at"] else end, end)
            yield entry, max(0.0, (ended_at - began_at).total_seconds())


IN_THE_WAY = and_(Experiment.state.in_(UNFINISHED), ~Experiment.stranded)
"""Of experiments that have the hosts of their testbed, or wait for them."""

USES_HOST = and_(
    TestbedRole.testbed_id == Experiment.testbed_id, TestbedRole.position < Experiment.load_hosts
)
"""Joins an experiment with the hosts of its testbed that it holds, or waits for."""

IN_LINE = (Experiment.queued_at, Experiment.id)
"""The order in which experiments take their hosts."""


class Lease(Base):
    """A host held by an experiment: one at a time, by the primary key."""

    __tablename__ = "leases"

    host_id: Mapped[str] = mapped_column(ForeignKey("hosts.id", ondelete="CASCADE"), primary_key=True)
    experiment_id: Mapped[str] = mapped_column(ForeignKey("experiments.id", ondelete="CASCADE"), index=True)
    instance: Mapped[str] = mapped_column(String(64))  # the agent's start that this lease counts on
    settings: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB, default=list)  # None: not known
    crowded: Mapped[bool] = mapped_column(default=False)  # too many closed connections left: cool down first


class JobRow(Base):
    """One message to one agent, and what came back."""

    __tablename__ = "jobs"
    __table_args__ = (
        Index("ix_jobs_open", "host_id", postgresql_where="state IN ('pending', 'sent')"),
        Index("ix_jobs_trial_id", "trial_id"),  # looked up for each batch of samples
        Index("ix_jobs_run_id", "run_id"),  # looked up for each run of an experiment that is deleted
        Index("ix_jobs_newest", "host_id", "created_at"),
    )

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    experiment_id: Mapped[str | None] = mapped_column(
        ForeignKey("experiments.id", ondelete="CASCADE"), index=True
    )
    host_id: Mapped[str] = mapped_column(ForeignKey("hosts.id", ondelete="CASCADE"))
    trial_id: Mapped[str | None] = mapped_column(ForeignKey("trials.id", ondelete="CASCADE"))
    run_id: Mapped[str | None] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"))
    generation: Mapped[int] = mapped_column(default=0)
    kind: Mapped[str] = mapped_column(String(16))
    purpose: Mapped[str] = mapped_column(String(24))  # what `step` wanted it for
    covers: Mapped[list[str]] = mapped_column(ARRAY(String(40)), default=list)  # jobs that it ends
    work: Mapped[dict[str, Any]] = mapped_column(JSONB)
    timeout_s: Mapped[float]
    state: Mapped[str] = mapped_column(String(16), default=JobState.PENDING)
    sends: Mapped[int] = mapped_column(default=0)
    report: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    failure: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # a load tool, before it begins
    ready_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    reported_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
