"""Bisects: series of experiments that find which of several variants made the difference."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSON, JSONB

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bisects",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("owner_id", sa.String(32), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
        sa.Column("testbed_id", sa.String(32), sa.ForeignKey("testbeds.id"), nullable=False),
        sa.Column("definition", JSON(), nullable=False),
        sa.Column("max_rounds", sa.Integer(), nullable=False),
        sa.Column("likely_rounds", sa.Integer()),
        sa.Column("steps", JSONB(), nullable=False),
        sa.Column("experiment_id", sa.String(32), sa.ForeignKey("experiments.id", ondelete="SET NULL")),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
    )
    op.create_index(
        "ix_bisects_running", "bisects", ["experiment_id"], postgresql_where=sa.text("state = 'running'")
    )


def downgrade() -> None:
    op.drop_table("bisects")
