"""Enrolment tokens, agents that wait for approval, hosts that were removed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_NAMES = postgresql.ARRAY(sa.String(16))


def _moment(name: str, nullable: bool = False, **more: object) -> sa.Column:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable, **more)  # pyright: ignore[reportArgumentType]


def upgrade() -> None:
    op.add_column("hosts", sa.Column("allowed_roles", _NAMES))
    op.execute("UPDATE hosts SET allowed_roles = roles")  # hosts that are there keep what they have
    op.alter_column("hosts", "allowed_roles", nullable=False)
    op.alter_column("hosts", "token_hash", nullable=True)
    op.add_column("hosts", _moment("removed_at", nullable=True))
    _tokens()
    _requests()


def _tokens() -> None:
    op.create_table(
        "enrolment_tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("host_name", sa.String(63)),
        sa.Column("roles", _NAMES, nullable=False),
        sa.Column("reusable", sa.Boolean(), nullable=False),
        sa.Column("approves", sa.Boolean(), nullable=False),
        _moment("created_at", server_default=sa.func.now()),
        _moment("expires_at"),
        _moment("revoked_at", nullable=True),
        _moment("used_at", nullable=True),
        sa.Column("used_by", sa.String(63)),
        sa.Column("host_id", sa.String(32)),
        sa.Column("refusal", sa.Text()),
    )


def _requests() -> None:
    op.create_table(
        "enrolment_requests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("token_id", sa.String(32), sa.ForeignKey("enrolment_tokens.id", ondelete="CASCADE")),
        sa.Column("name", sa.String(63), nullable=False),
        sa.Column("roles", _NAMES, nullable=False),
        sa.Column("address", sa.String(255), nullable=False),
        sa.Column("peer", sa.String(64), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("refused", sa.Boolean(), nullable=False),
        _moment("created_at", server_default=sa.func.now()),
        _moment("asked_at", server_default=sa.func.now()),
    )


def downgrade() -> None:
    op.drop_table("enrolment_requests")
    op.drop_table("enrolment_tokens")
    op.execute("UPDATE hosts SET token_hash = id WHERE token_hash IS NULL")  # fits no credential
    op.drop_column("hosts", "removed_at")
    op.alter_column("hosts", "token_hash", nullable=False)
    op.drop_column("hosts", "allowed_roles")
