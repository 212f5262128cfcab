"""Note when a load tool that begins together with those of other hosts is ready."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("jobs", sa.Column("ready_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("jobs", "ready_at")
