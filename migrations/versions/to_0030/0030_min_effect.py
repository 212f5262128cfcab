"""Name the smallest change that matters, in stored definitions and headlines: min_effect."""

from alembic import op

from migrations.definitions import rename_key

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    rename_key("matters", "min_effect")
    op.execute(
        "UPDATE experiments SET headline = jsonb_set("
        "headline #- '{delta,matters}', '{delta,min_effect}', headline #> '{delta,matters}')"
        " WHERE headline #> '{delta,matters}' IS NOT NULL"
    )


def downgrade() -> None:
    op.execute(
        "UPDATE experiments SET headline = jsonb_set("
        "headline #- '{delta,min_effect}', '{delta,matters}', headline #> '{delta,min_effect}')"
        " WHERE headline #> '{delta,min_effect}' IS NOT NULL"
    )
    rename_key("min_effect", "matters")
