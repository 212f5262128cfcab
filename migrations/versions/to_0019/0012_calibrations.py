"""Which experiments compare equal runs: what is known of a testbed's noise comes from the newest."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

EQUAL_RUNS = """
UPDATE experiments SET is_calibration = true
WHERE testbed_id IS NOT NULL AND definition ->> 'kind' IS DISTINCT FROM 'ceiling' AND id IN (
    SELECT experiment_id FROM runs GROUP BY experiment_id
    HAVING count(*) >= 3 AND count(DISTINCT variant_hash) = 1 AND count(DISTINCT workload) = 1
)
"""


def upgrade() -> None:
    op.add_column(
        "experiments", sa.Column("is_calibration", sa.Boolean(), nullable=False, server_default="false")
    )
    op.alter_column("experiments", "is_calibration", server_default=None)
    op.execute(EQUAL_RUNS)
    op.create_index(
        "ix_experiments_calibrations",
        "experiments",
        ["testbed_id", "created_at"],
        postgresql_where=sa.text("is_calibration"),
    )


def downgrade() -> None:
    op.drop_index("ix_experiments_calibrations", "experiments")
    op.drop_column("experiments", "is_calibration")
