"""Store the verdicts of ended experiments; the sweep fills this for those that ended before, in batches."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stored_verdicts",
        sa.Column(
            "experiment_id",
            sa.String(32),
            sa.ForeignKey("experiments.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("rules_version", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("metric", sa.String(64), primary_key=True),
        sa.Column("deltas", JSONB(), nullable=False),
        sa.Column("steps", JSONB(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("stored_verdicts")
