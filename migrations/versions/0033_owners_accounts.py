"""Mark the accounts of the machine's owner; links name an account and what its session begins with."""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN is_owners boolean NOT NULL DEFAULT false")
    op.execute("ALTER TABLE accounts ALTER COLUMN is_owners DROP DEFAULT")
    op.execute(
        "UPDATE accounts SET is_owners = NOT EXISTS"
        " (SELECT FROM audit WHERE act = 'joined' AND audit.subject = accounts.id)"
    )
    op.execute("DELETE FROM sign_in_links")  # they live for ten minutes
    op.execute("ALTER TABLE sign_in_links DROP COLUMN login")
    op.execute(
        "ALTER TABLE sign_in_links ADD COLUMN account_id varchar(32)"
        " CONSTRAINT fk_sign_in_links_account_id_accounts REFERENCES accounts ON DELETE CASCADE,"
        " ADD COLUMN came_from varchar(8) NOT NULL"
    )


def downgrade() -> None:
    op.execute("DELETE FROM sign_in_links")
    op.execute("ALTER TABLE sign_in_links DROP COLUMN account_id, DROP COLUMN came_from")
    op.execute("ALTER TABLE sign_in_links ADD COLUMN login varchar(64)")
    op.execute("ALTER TABLE accounts DROP COLUMN is_owners")
