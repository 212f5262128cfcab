"""Keep the contract of an agent that waits for approval, so that its host has it from the start."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "enrolment_requests", sa.Column("contract", sa.Integer(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    op.drop_column("enrolment_requests", "contract")
