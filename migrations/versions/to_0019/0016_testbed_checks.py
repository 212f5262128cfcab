"""The last check of a testbed: when, and the job of each of its hosts."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("testbeds", sa.Column("last_check", postgresql.JSONB()))


def downgrade() -> None:
    op.drop_column("testbeds", "last_check")
