"""Notices: receivers, what they are told, and each sending of it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.add_column("accounts", sa.Column("email", sa.String(254), nullable=True))
    op.add_column(
        "accounts", sa.Column("mail_when_done", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.alter_column("accounts", "mail_when_done", server_default=None)
    op.create_table(
        "notice_receivers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("kinds", postgresql.ARRAY(sa.String(16)), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.String(200), nullable=False),
        sa.Column("created_at", moment, server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice_receivers")),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(32), nullable=False),
        sa.Column("said", postgresql.JSONB(), nullable=False),
        sa.Column("created_at", moment, server_default=sa.func.now(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_created_at"), "notices", ["created_at"])
    op.create_table(
        "notice_deliveries",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("notice_id", sa.String(32), nullable=False),
        sa.Column("receiver_id", sa.String(32), nullable=True),
        sa.Column("account_id", sa.String(32), nullable=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_at", moment, server_default=sa.func.now(), nullable=False),
        sa.Column("outcome", sa.String(300), nullable=False),
        sa.Column("ended_at", moment, nullable=True),
        sa.ForeignKeyConstraint(
            ["notice_id"],
            ["notices.id"],
            name=op.f("fk_notice_deliveries_notice_id_notices"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["receiver_id"],
            ["notice_receivers.id"],
            name=op.f("fk_notice_deliveries_receiver_id_notice_receivers"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name=op.f("fk_notice_deliveries_account_id_accounts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice_deliveries")),
    )
    for column in ("notice_id", "receiver_id", "account_id"):
        op.create_index(op.f(f"ix_notice_deliveries_{column}"), "notice_deliveries", [column])
    op.create_index(
        "ix_notice_deliveries_due",
        "notice_deliveries",
        ["next_at"],
        postgresql_where=sa.text("state = 'waiting'"),
    )


def downgrade() -> None:
    op.drop_table("notice_deliveries")
    op.drop_table("notices")
    op.drop_table("notice_receivers")
    op.drop_column("accounts", "mail_when_done")
    op.drop_column("accounts", "email")
