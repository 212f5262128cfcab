"""Recipes that people saved, with their versions."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "own_recipes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("slug", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("yaml", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True)),
        sa.UniqueConstraint("slug", "version", name="uq_own_recipes_slug"),
    )


def downgrade() -> None:
    op.drop_table("own_recipes")
