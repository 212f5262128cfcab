"""Which runs halving left out, and after which round."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("left_out_after", sa.Integer()))


def downgrade() -> None:
    op.drop_column("runs", "left_out_after")
