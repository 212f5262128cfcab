"""Sessions of browsers, and one-time links to sign in with."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("token_mark", sa.String(64), nullable=False),
        sa.Column("came_from", sa.String(8), nullable=False),
        sa.Column("browser", sa.String(80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("secret_hash"),
    )
    op.create_table(
        "sign_in_links",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("token_mark", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sign_in_links")
    op.drop_table("sessions")
