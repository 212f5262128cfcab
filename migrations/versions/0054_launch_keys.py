"""Keep the key of a launch, so that one whose answer was lost can be asked for again."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("launch_key", sa.String(64), nullable=True))
    op.create_unique_constraint("uq_experiments_launch_key", "experiments", ["launch_key"])


def downgrade() -> None:
    op.drop_column("experiments", "launch_key")
