"""Keep the last round of a candidate that an interim analysis measures no further."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("last_round", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("runs", "last_round")
