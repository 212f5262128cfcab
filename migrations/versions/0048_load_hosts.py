"""Let a testbed have several load hosts, and experiments use the first ones of them."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("testbed_roles", sa.Column("position", sa.Integer(), nullable=False, server_default="0"))
    op.drop_constraint("pk_testbed_roles", "testbed_roles", type_="primary")
    op.create_primary_key("pk_testbed_roles", "testbed_roles", ["testbed_id", "role", "position"])
    op.add_column("experiments", sa.Column("load_hosts", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("experiments", "load_hosts")
    op.execute("DELETE FROM testbed_roles WHERE position > 0")
    op.drop_constraint("pk_testbed_roles", "testbed_roles", type_="primary")
    op.create_primary_key("pk_testbed_roles", "testbed_roles", ["testbed_id", "role"])
    op.drop_column("testbed_roles", "position")
