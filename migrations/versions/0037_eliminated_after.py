"""Name when halving eliminated a run: eliminated_after."""

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("runs", "left_out_after", new_column_name="eliminated_after")


def downgrade() -> None:
    op.alter_column("runs", "eliminated_after", new_column_name="left_out_after")
