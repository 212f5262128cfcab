"""Keep by which rules verdicts were shared, and under which rules an experiment was launched."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("launch_rules", sa.Integer(), nullable=False, server_default="1"))
    op.execute("UPDATE experiments SET launch_rules = rules_version WHERE rules_version <> 1")
    op.add_column("share_links", sa.Column("rules", JSONB(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("share_links", "rules")
    op.execute("UPDATE experiments SET rules_version = launch_rules, kept_version = 0")
    op.drop_column("experiments", "launch_rules")
