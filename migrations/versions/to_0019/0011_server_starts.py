"""Which start of its servers a trial measured, and how far the starts of a run have come."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("trials", sa.Column("start", sa.Integer()))
    for table, name, first in (
        ("runs", "start", "1"),
        ("runs", "starts", "0"),
        ("experiments", "start_generation", "0"),
    ):
        op.add_column(table, sa.Column(name, sa.Integer(), nullable=False, server_default=first))
        op.alter_column(table, name, server_default=None)
    op.add_column("runs", sa.Column("started", sa.String(64)))


def downgrade() -> None:
    op.drop_column("experiments", "start_generation")
    for name in ("started", "starts", "start"):
        op.drop_column("runs", name)
    op.drop_column("trials", "start")
