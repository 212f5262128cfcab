"""Keep the rate of a probe, of searches over the rate."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("trials", sa.Column("rate", sa.Integer()))


def downgrade() -> None:
    op.drop_column("trials", "rate")
