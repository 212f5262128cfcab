"""Accounts of people, tokens of their programs, invitations; sessions and links belong to accounts."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def _moment(name: str, nullable: bool = False, now: bool = False) -> sa.Column:
    default = sa.func.now() if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable, server_default=default)


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("login", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("can_reach_hosts", sa.Boolean(), nullable=False),
        sa.Column("password_hash", sa.Text()),
        sa.Column("subject", sa.String(512), unique=True),
        _moment("created_at", now=True),
        _moment("disabled_at", nullable=True),
    )
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("scope", sa.String(16), nullable=False),
        _moment("created_at", now=True),
        _moment("expires_at"),
        _moment("last_used_at", nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_api_tokens_account_id", "api_tokens", ["account_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("note", sa.String(120), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("can_reach_hosts", sa.Boolean(), nullable=False),
        sa.Column("made_by", sa.String(32)),
        _moment("created_at", now=True),
        _moment("expires_at"),
        sa.ForeignKeyConstraint(["made_by"], ["accounts.id"], ondelete="SET NULL"),
    )
    op.add_column("sessions", sa.Column("account_id", sa.String(32)))
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])
    op.create_foreign_key(
        "fk_sessions_account_id", "sessions", "accounts", ["account_id"], ["id"], ondelete="CASCADE"
    )
    op.add_column("sign_in_links", sa.Column("login", sa.String(64)))

    _make_audit()


def _make_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), primary_key=True),
        _moment("at", now=True),
        sa.Column("account_id", sa.String(32)),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("details", postgresql.JSONB(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"]),
    )
    op.create_index("ix_audit_act_id", "audit", ["act", "id"])
    op.create_index("ix_audit_account_id_id", "audit", ["account_id", "id"])
    op.execute(
        "create function refuse_change_of_audit() returns trigger language plpgsql as "
        "$$ begin raise exception 'the audit log is only added to'; end $$"
    )
    op.execute(
        "create trigger audit_stays before update or delete or truncate on audit "
        "for each statement execute function refuse_change_of_audit()"
    )


def downgrade() -> None:
    op.drop_table("audit")
    op.execute("drop function refuse_change_of_audit()")
    op.drop_column("sign_in_links", "login")
    op.drop_column("sessions", "account_id")
    for table in ("invitations", "api_tokens", "accounts"):
        op.drop_table(table)
