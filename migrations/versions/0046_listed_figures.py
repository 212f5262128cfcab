"""Keep the figures that lists of experiments show and sort by; the sweep fills them in."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0046"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("figures", JSONB()))


def downgrade() -> None:
    op.drop_column("experiments", "figures")
