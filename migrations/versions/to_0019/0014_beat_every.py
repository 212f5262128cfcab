"""How often the agent of each host was asked to beat."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("hosts", sa.Column("beat_every_s", sa.Float(), nullable=False, server_default="2"))
    op.alter_column("hosts", "beat_every_s", server_default=None)


def downgrade() -> None:
    op.drop_column("hosts", "beat_every_s")
