"""Share links."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "share_links",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("as_report", sa.Boolean(), nullable=False),
        sa.Column("subject_id", sa.String(32), nullable=True),
        sa.Column("state", postgresql.JSON(none_as_null=True), nullable=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("with_hosts", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.String(200), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=True),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("expires_at", moment, nullable=True),
        sa.Column("revoked_at", moment, nullable=True),
        sa.Column("opened_at", moment, nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name=op.f("fk_share_links_account_id_accounts"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_share_links_token_hash")),
    )
    op.create_index(op.f("ix_share_links_subject_id"), "share_links", ["subject_id"])


def downgrade() -> None:
    op.drop_table("share_links")
