"""Name a second agent with the credential of a host: its duplicate agent."""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("hosts", "rival", new_column_name="duplicate_agent")


def downgrade() -> None:
    op.alter_column("hosts", "duplicate_agent", new_column_name="rival")
