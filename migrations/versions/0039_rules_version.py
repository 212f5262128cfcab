"""Keep by which version of the rules an experiment's verdicts were computed."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("rules_version", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("experiments", "rules_version")
