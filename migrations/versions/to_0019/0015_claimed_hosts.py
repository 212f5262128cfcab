"""Who else holds a host: an experiment of another control plane."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("hosts", sa.Column("claimed", postgresql.JSONB()))


def downgrade() -> None:
    op.drop_column("hosts", "claimed")
