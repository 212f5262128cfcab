"""Keep the spans in which an experiment was paused, or had ended before it was resumed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("interruptions", JSONB(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("experiments", "interruptions")
