"""Mentions that were not read yet, and whether their mail is wanted."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

TABLE = "unread_mentions"


def upgrade() -> None:
    column = sa.Column("mail_when_mentioned", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("accounts", column)
    op.alter_column("accounts", "mail_when_mentioned", server_default=None)
    op.create_table(
        TABLE,
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("account_id", sa.String(32), nullable=False),
        sa.Column("experiment_id", sa.String(32), nullable=True),
        sa.Column("comparison_id", sa.String(32), nullable=True),
        sa.Column("by_id", sa.String(32), nullable=True),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _key("account_id", "accounts", "CASCADE"),
        _key("experiment_id", "experiments", "CASCADE"),
        _key("comparison_id", "comparisons", "CASCADE"),
        _key("by_id", "accounts", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unread_mentions")),
    )
    op.create_index(op.f("ix_unread_mentions_account_id"), TABLE, ["account_id"])
    op.create_index(op.f("ix_unread_mentions_experiment_id"), TABLE, ["experiment_id"])
    op.create_index(op.f("ix_unread_mentions_comparison_id"), TABLE, ["comparison_id"])


def downgrade() -> None:
    op.drop_table(TABLE)
    op.drop_column("accounts", "mail_when_mentioned")


def _key(column: str, table: str, ondelete: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_unread_mentions_{column}_{table}")
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=name, ondelete=ondelete)
