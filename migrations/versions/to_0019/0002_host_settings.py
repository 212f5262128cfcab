"""Host settings with what could not be put back, facts at the end, probes for the ceiling."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_JSON = postgresql.JSONB(astext_type=sa.Text())


def upgrade() -> None:
    _add("hosts", "leftovers", _JSON, "[]")
    _add("experiments", "facts_after", _JSON, "{}")
    op.add_column("leases", sa.Column("settings", _JSON, nullable=True))
    _add("leases", "crowded", sa.Boolean(), "false")
    _add("runs", "settings", _JSON, "{}")
    _add("runs", "applied", _JSON, "{}")
    _add("runs", "settled_generation", sa.Integer(), "-1")
    op.add_column("trials", sa.Column("connections", sa.Integer(), nullable=True))


def _add(table: str, name: str, kind: sa.types.TypeEngine, filled_with: str) -> None:
    """A column that rows written before have as well; new rows say its value themselves."""
    op.add_column(table, sa.Column(name, kind, nullable=False, server_default=filled_with))
    op.alter_column(table, name, server_default=None)


def downgrade() -> None:
    op.drop_column("trials", "connections")
    for name in ("settled_generation", "applied", "settings"):
        op.drop_column("runs", name)
    for name in ("crowded", "settings"):
        op.drop_column("leases", name)
    op.drop_column("experiments", "facts_after")
    op.drop_column("hosts", "leftovers")
