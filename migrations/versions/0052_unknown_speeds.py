"""Leave the speed of a network card empty where the kernel does not know it, instead of its -1."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

COLUMNS = (("hosts", "facts"), ("experiments", "facts"), ("experiments", "facts_after"))
MINUS_ONE, UNKNOWN = '"speed_mbit": "-1"', '"speed_mbit": ""'


def upgrade() -> None:
    for table, column in COLUMNS:
        facts = sa.cast(sa.column(column), sa.Text)
        new_facts = sa.cast(sa.func.replace(facts, MINUS_ONE, UNKNOWN), JSONB)
        op.execute(
            sa.update(sa.table(table, sa.column(column)))
            .values({column: new_facts})
            .where(facts.contains(MINUS_ONE))
        )


def downgrade() -> None:
    pass
