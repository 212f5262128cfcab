"""Name what limited a run: its bottlenecks."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("runs", "limits", new_column_name="bottlenecks")


def downgrade() -> None:
    op.alter_column("runs", "bottlenecks", new_column_name="limits")
