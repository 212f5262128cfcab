"""What limited each run of an ended experiment."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    empty = sa.text("'[]'::jsonb")
    column = sa.Column("limits", postgresql.JSONB(), server_default=empty, nullable=False)
    op.add_column("runs", column)


def downgrade() -> None:
    op.drop_column("runs", "limits")
