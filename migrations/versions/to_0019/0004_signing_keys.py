"""Keys that jobs are signed with instead of a secret for each host; ports of agents, what they dropped."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "signing_keys",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("private_key", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True)),
    )
    op.drop_column("hosts", "job_key")
    op.create_index("ix_jobs_trial_id", "jobs", ["trial_id"])
    _add("hosts", "ports", postgresql.ARRAY(sa.Integer()), "{21000,21999}")
    _add("hosts", "dropped_messages", sa.Integer(), "0")


def _add(table: str, name: str, kind: sa.types.TypeEngine, filled_with: str) -> None:
    """A column that rows written before have as well; new rows say its value themselves."""
    op.add_column(table, sa.Column(name, kind, nullable=False, server_default=filled_with))
    op.alter_column(table, name, server_default=None)


def downgrade() -> None:
    op.drop_column("hosts", "dropped_messages")
    op.drop_column("hosts", "ports")
    op.drop_index("ix_jobs_trial_id", "jobs")
    _add("hosts", "job_key", sa.String(64), "")
    op.drop_table("signing_keys")
