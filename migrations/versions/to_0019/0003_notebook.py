"""Imports, notes and tags, saved comparisons, a baseline that is measured several times in a round."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_JSONB = postgresql.JSONB(astext_type=sa.Text())

_SEARCH_TEXT = (
    "lower(name || E'\\n' || notes || E'\\n' || coalesce(definition ->> 'description', '') || E'\\n' || "
    "coalesce(definition ->> 'source', '') || E'\\n' || coalesce(definition -> 'published' ->> 'source', ''))"
)


def upgrade() -> None:
    op.alter_column("experiments", "testbed_id", nullable=True)
    _add("experiments", "origin", sa.String(16), "measured")
    _experiment_links()
    _add("experiments", "notes", sa.Text(), "")
    _add("experiments", "notes_version", sa.Integer(), "0")
    _add("experiments", "tags", postgresql.ARRAY(sa.String(40)), "{}")
    _add("experiments", "starred", sa.Boolean(), "false")
    op.add_column("experiments", sa.Column("archived_at", sa.DateTime(timezone=True)))
    op.add_column("experiments", sa.Column("verdicts", postgresql.ARRAY(sa.String(16))))
    op.add_column("experiments", sa.Column("rounds_ended", _JSONB))
    _add("experiments", "rounds_seen", sa.Integer(), "0")
    op.create_index("ix_experiments_tags", "experiments", ["tags"], postgresql_using="gin")
    _add("runs", "described", postgresql.JSON(astext_type=sa.Text()), "{}")
    _add("trials", "repeat", sa.Integer(), "1")
    op.drop_constraint(op.f("uq_trials_run_id_round_attempt"), "trials", type_="unique")
    op.create_unique_constraint(
        op.f("uq_trials_run_id_round_repeat_attempt"), "trials", ["run_id", "round", "repeat", "attempt"]
    )
    _comparisons()
    _import_texts()
    _search()


def _search() -> None:
    """What words, hosts and knobs are looked up in."""
    computed = sa.Computed(_SEARCH_TEXT, persisted=True)
    op.add_column("experiments", sa.Column("search_text", sa.Text(), computed, nullable=False))
    op.create_index("ix_experiments_newest", "experiments", ["created_at", "id"])
    hosts = sa.text("jsonb_path_query_array(facts, '$.*.host')")
    op.create_index("ix_experiments_hosts", "experiments", [hosts], postgresql_using="gin")
    op.create_index("ix_experiments_unjudged", "experiments", ["id"], postgresql_where="verdicts IS NULL")
    op.create_index("ix_runs_names", "runs", ["name", "experiment_id"])
    for column in ("knobs", "described"):
        values = sa.text(f"({column}::jsonb)")
        op.create_index(f"ix_runs_{column}", "runs", [values], postgresql_using="gin")


def _add(table: str, name: str, kind: sa.types.TypeEngine, filled_with: str) -> None:
    """A column that rows written before have as well; new rows say its value themselves."""
    op.add_column(table, sa.Column(name, kind, nullable=False, server_default=filled_with))
    op.alter_column(table, name, server_default=None)


def _experiment_links() -> None:
    op.add_column("experiments", sa.Column("derived_from", sa.String(32)))
    op.add_column("experiments", sa.Column("derived_how", sa.String(16)))
    op.create_foreign_key(
        op.f("fk_experiments_derived_from"),
        "experiments",
        "experiments",
        ["derived_from"],
        ["id"],
        ondelete="SET NULL",
    )
    op.create_index("ix_experiments_derived_from", "experiments", ["derived_from"])


def _comparisons() -> None:
    op.create_table(
        "comparisons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("notes_version", sa.Integer(), nullable=False),
        sa.Column("state", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
    )


def _import_texts() -> None:
    op.create_table(
        "import_texts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("experiment_id", sa.String(32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["experiment_id"], ["experiments.id"], ondelete="CASCADE"),
        sa.UniqueConstraint("experiment_id", "position"),
    )


def downgrade() -> None:
    for name in ("names", "knobs", "described"):
        op.drop_index(f"ix_runs_{name}", "runs")
    for name in ("newest", "hosts", "unjudged"):
        op.drop_index(f"ix_experiments_{name}", "experiments")
    op.drop_column("experiments", "search_text")
    op.drop_table("import_texts")
    op.drop_table("comparisons")
    op.drop_constraint(op.f("uq_trials_run_id_round_repeat_attempt"), "trials", type_="unique")
    op.create_unique_constraint(
        op.f("uq_trials_run_id_round_attempt"), "trials", ["run_id", "round", "attempt"]
    )
    op.drop_column("trials", "repeat")
    op.drop_column("runs", "described")
    op.drop_index("ix_experiments_tags", "experiments")
    op.drop_index("ix_experiments_derived_from", "experiments")
    op.drop_constraint(op.f("fk_experiments_derived_from"), "experiments", type_="foreignkey")
    for name in (
        "rounds_ended",
        "rounds_seen",
        "verdicts",
        "archived_at",
        "starred",
        "tags",
        "notes_version",
        "notes",
        "derived_how",
        "derived_from",
        "origin",
    ):
        op.drop_column("experiments", name)
    op.alter_column("experiments", "testbed_id", nullable=False)
