"""The latency of every request of a trial."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("trials", sa.Column("latency_kind", sa.String(16)))
    op.create_table(
        "latency_histograms",
        sa.Column(
            "trial_id", sa.String(32), sa.ForeignKey("trials.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("run_id", sa.String(32), sa.ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
        sa.Column("host_id", sa.String(32), primary_key=True),
        sa.Column("histogram", sa.LargeBinary(), nullable=False),
        sa.Column("printed", postgresql.JSONB(), nullable=False),
    )
    op.create_index("ix_latency_histograms_run_id", "latency_histograms", ["run_id"])


def downgrade() -> None:
    op.drop_table("latency_histograms")
    op.drop_column("trials", "latency_kind")
