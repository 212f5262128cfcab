"""Drop unread mentions and their mail: a mention in notes is a link and nothing more."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

TABLE = "unread_mentions"


def upgrade() -> None:
    op.execute("DELETE FROM notices WHERE kind = 'mentioned'")
    op.drop_table(TABLE)
    op.drop_column("accounts", "mail_when_mentioned")


def downgrade() -> None:
    """Restore the empty table: a backup of that schema is read into it."""
    mail_column = sa.Column("mail_when_mentioned", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("accounts", mail_column)
    op.alter_column("accounts", "mail_when_mentioned", server_default=None)
    op.create_table(
        TABLE,
        sa.Column("id", sa.String(32), nullable=False),
        _reference("account_id", "accounts", "CASCADE", nullable=False),
        _reference("experiment_id", "experiments", "CASCADE"),
        _reference("comparison_id", "comparisons", "CASCADE"),
        _reference("by_id", "accounts", "SET NULL"),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unread_mentions")),
    )
    for column in ("account_id", "experiment_id", "comparison_id"):
        op.create_index(op.f(f"ix_unread_mentions_{column}"), TABLE, [column])


def _reference(column: str, table: str, ondelete: str, nullable: bool = True) -> "sa.Column[str]":
    name = op.f(f"fk_unread_mentions_{column}_{table}")
    key = sa.ForeignKey(f"{table}.id", name=name, ondelete=ondelete)
    return sa.Column(column, sa.String(32), key, nullable=nullable)
