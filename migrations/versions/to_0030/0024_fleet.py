"""Labels and draining of hosts; experiments for any testbed with labels; the order of the queue."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    labels = postgresql.ARRAY(sa.String(96))
    moment = sa.DateTime(timezone=True)
    op.add_column("hosts", sa.Column("labels", labels, nullable=False, server_default="{}"))
    op.add_column("hosts", sa.Column("drained_at", moment, nullable=True))
    op.add_column("experiments", sa.Column("testbed_labels", labels, nullable=False, server_default="{}"))
    op.add_column("experiments", sa.Column("queued_at", moment, nullable=True, server_default=sa.func.now()))
    op.execute("UPDATE experiments SET queued_at = created_at")
    op.alter_column("experiments", "queued_at", nullable=False)


def downgrade() -> None:
    for name in ("queued_at", "testbed_labels"):
        op.drop_column("experiments", name)
    for name in ("drained_at", "labels"):
        op.drop_column("hosts", name)
