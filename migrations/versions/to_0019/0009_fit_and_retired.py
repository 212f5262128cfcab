"""Hosts whose agent does not fit or has a rival; testbeds that were retired."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("hosts", sa.Column("contract", sa.Integer(), nullable=False, server_default="0"))
    op.alter_column("hosts", "contract", server_default=None)
    op.add_column("hosts", sa.Column("misfit", postgresql.JSONB()))
    op.add_column("hosts", sa.Column("rival", postgresql.JSONB()))
    displaced = sa.Column("displaced", postgresql.ARRAY(sa.String(64)), nullable=False, server_default="{}")
    op.add_column("hosts", displaced)
    op.alter_column("hosts", "displaced", server_default=None)
    op.add_column("testbeds", sa.Column("retired_at", sa.DateTime(timezone=True)))
    op.drop_constraint("uq_testbeds_name", "testbeds")
    in_use = sa.text("retired_at IS NULL")
    op.create_index("uq_testbeds_name_in_use", "testbeds", ["name"], unique=True, postgresql_where=in_use)


def downgrade() -> None:
    op.drop_index("uq_testbeds_name_in_use", "testbeds")
    op.execute("UPDATE testbeds SET name = left(name, 60) || ' ' || id WHERE retired_at IS NOT NULL")
    op.create_unique_constraint("uq_testbeds_name", "testbeds", ["name"])
    op.drop_column("testbeds", "retired_at")
    for name in ("displaced", "rival", "misfit", "contract"):
        op.drop_column("hosts", name)
