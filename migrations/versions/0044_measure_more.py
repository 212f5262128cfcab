"""Keep how many rounds were added to an ended experiment, and what it said before."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("rounds_added", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("experiments", sa.Column("first_headline", JSONB()))
    op.add_column("experiments", sa.Column("first_finished_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    for name in ("first_finished_at", "first_headline", "rounds_added"):
        op.drop_column("experiments", name)
