"""Name settings that could not be restored, of hosts: unrestored settings."""

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("hosts", "leftovers", new_column_name="unrestored_settings")


def downgrade() -> None:
    op.alter_column("hosts", "unrestored_settings", new_column_name="leftovers")
