"""Keep which admin made a sign-in link: it works while that admin could make it."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sign_in_links", sa.Column("made_by", sa.String(32), nullable=True))
    op.create_foreign_key(
        "fk_sign_in_links_made_by_accounts",
        "sign_in_links",
        "accounts",
        ["made_by"],
        ["id"],
        ondelete="CASCADE",
    )


def downgrade() -> None:
    op.drop_column("sign_in_links", "made_by")
