"""Name what limited a run: its bottlenecks."""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("runs", "limits", new_column_name="bottlenecks")


def downgrade() -> None:
    op.alter_column("runs", "bottlenecks", new_column_name="limits")
