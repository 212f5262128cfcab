"""Name the last refused message of a host's agent: its report error."""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("hosts", "misfit", new_column_name="report_error")


def downgrade() -> None:
    op.alter_column("hosts", "report_error", new_column_name="misfit")
