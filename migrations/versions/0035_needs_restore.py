"""Name the condition of hosts that could not be put back, and its notices: they need a restore."""

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE hosts SET condition = 'needs_restore' WHERE condition = 'dirty'")
    op.execute("UPDATE notices SET kind = 'needs_restore' WHERE kind = 'host_dirty'")
    op.execute("UPDATE notice_receivers SET kinds = array_replace(kinds, 'host_dirty', 'needs_restore')")


def downgrade() -> None:
    op.execute("UPDATE notice_receivers SET kinds = array_replace(kinds, 'needs_restore', 'host_dirty')")
    op.execute("UPDATE notices SET kind = 'host_dirty' WHERE kind = 'needs_restore'")
    op.execute("UPDATE hosts SET condition = 'dirty' WHERE condition = 'needs_restore'")
