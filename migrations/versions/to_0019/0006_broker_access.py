"""Each agent has a Redis user: the digest of its password."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "hosts", sa.Column("broker_password_digest", sa.String(64), nullable=False, server_default="")
    )
    op.alter_column("hosts", "broker_password_digest", server_default=None)


def downgrade() -> None:
    op.drop_column("hosts", "broker_password_digest")
