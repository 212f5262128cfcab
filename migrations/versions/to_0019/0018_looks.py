"""Looks: trials that are not measured, and what they saw."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_UNIQUE = "uq_trials_run_id_round_repeat_attempt"
_UNIQUE_WITH_LOOKS = "uq_trials_run_id_look_round_repeat_attempt"


def upgrade() -> None:
    for name, length, default in (("purpose", 16, "measured"), ("look", 24, "")):
        op.add_column("trials", sa.Column(name, sa.String(length), nullable=False, server_default=default))
        op.alter_column("trials", name, server_default=None)
    op.add_column("trials", sa.Column("missing", postgresql.JSONB()))
    op.drop_constraint(_UNIQUE, "trials", type_="unique")
    op.create_unique_constraint(
        _UNIQUE_WITH_LOOKS, "trials", ["run_id", "look", "round", "repeat", "attempt"]
    )
    op.add_column("experiments", sa.Column("looking_since", sa.DateTime(timezone=True)))
    op.create_table(
        "profiles",
        *_of_a_look("profiles"),
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("hz", sa.Integer(), nullable=False),
        sa.Column("kernel_names", sa.Boolean(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("cpu_s", sa.Float(), nullable=False),
        sa.Column("stacks", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "system_calls",
        *_of_a_look("system_calls"),
        sa.Column("counts", postgresql.JSONB(), nullable=False),
        sa.Column("requests", sa.Float()),
        sa.Column("lost", sa.Integer(), nullable=False),
    )
    for table in ("profiles", "system_calls"):
        op.create_index(f"ix_{table}_run_id", table, ["run_id"])


def _of_a_look(table: str) -> list[sa.Column]:
    def reference(name: str, to: str, primary_key: bool = False) -> sa.Column:
        key = sa.ForeignKey(to, name=f"fk_{table}_{name}", ondelete="CASCADE")
        return sa.Column(name, sa.String(32), key, primary_key=primary_key, nullable=False)

    return [
        reference("trial_id", "trials.id", primary_key=True),
        sa.Column("host_id", sa.String(32), primary_key=True),
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        reference("run_id", "runs.id"),
    ]


def downgrade() -> None:
    op.drop_table("system_calls")
    op.drop_table("profiles")
    op.drop_column("experiments", "looking_since")
    op.execute("DELETE FROM trials WHERE purpose <> 'measured'")
    op.drop_constraint(_UNIQUE_WITH_LOOKS, "trials", type_="unique")
    op.create_unique_constraint(_UNIQUE, "trials", ["run_id", "round", "repeat", "attempt"])
    for name in ("missing", "look", "purpose"):
        op.drop_column("trials", name)
