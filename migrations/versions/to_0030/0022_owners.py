"""Who made what: owners, authors of notes and whom they mention; versions of testbeds."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

OWNED = ("experiments", "comparisons", "own_recipes")
NOTED = ("experiments", "comparisons")


def upgrade() -> None:
    for table in OWNED:
        _person(table, "owner_id")
    for table in NOTED:
        _person(table, "notes_by")
        op.add_column(table, sa.Column("notes_at", sa.DateTime(timezone=True), nullable=True))
        ids = postgresql.ARRAY(sa.String(32))
        op.add_column(table, sa.Column("mentions", ids, nullable=False, server_default="{}"))
        op.alter_column(table, "mentions", server_default=None)
    op.create_index(op.f("ix_experiments_owner_id"), "experiments", ["owner_id"])
    op.create_index("ix_experiments_mentions", "experiments", ["mentions"], postgresql_using="gin")
    op.add_column("testbeds", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.alter_column("testbeds", "version", server_default=None)
    op.execute(  # the audit log has who launched; before it there were no accounts
        "UPDATE experiments SET owner_id = audit.account_id FROM audit "
        "WHERE audit.act = 'launched' AND audit.subject = experiments.id"
    )


def _person(table: str, name: str) -> None:
    op.add_column(table, sa.Column(name, sa.String(32), nullable=True))
    key = op.f(f"fk_{table}_{name}_accounts")
    op.create_foreign_key(key, table, "accounts", [name], ["id"], ondelete="SET NULL")


def downgrade() -> None:
    op.drop_column("testbeds", "version")
    op.drop_index("ix_experiments_mentions", "experiments")
    op.drop_index(op.f("ix_experiments_owner_id"), "experiments")
    for table in NOTED:
        for name in ("mentions", "notes_at", "notes_by"):
            op.drop_column(table, name)
    for table in OWNED:
        op.drop_column(table, "owner_id")
