"""Name diagnostics and interim analyses: both were called looks."""

from alembic import op

from migrations.definitions import rename_key

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

COLUMNS = (
    ("experiments", "looking_since", "diagnosing_since"),
    ("experiments", "rounds_seen", "rounds_analysed"),
    ("trials", "look", "diagnostic"),
)


def upgrade() -> None:
    for table, old, new in COLUMNS:
        op.alter_column(table, old, new_column_name=new)
    op.execute(
        "ALTER TABLE trials RENAME CONSTRAINT uq_trials_run_id_look_round_repeat_attempt"
        " TO uq_trials_run_id_diagnostic_round_repeat_attempt"
    )
    op.execute("UPDATE trials SET purpose = 'diagnostic' WHERE purpose = 'look'")
    op.execute(
        "UPDATE experiments SET rounds_ended = rounds_ended - 'looks'"
        " || jsonb_build_object('analyses', rounds_ended -> 'looks') WHERE rounds_ended ? 'looks'"
    )
    rename_key("explain", "diagnostics")


def downgrade() -> None:
    rename_key("diagnostics", "explain")
    op.execute(
        "UPDATE experiments SET rounds_ended = rounds_ended - 'analyses'"
        " || jsonb_build_object('looks', rounds_ended -> 'analyses') WHERE rounds_ended ? 'analyses'"
    )
    op.execute("UPDATE trials SET purpose = 'look' WHERE purpose = 'diagnostic'")
    op.execute(
        "ALTER TABLE trials RENAME CONSTRAINT uq_trials_run_id_diagnostic_round_repeat_attempt"
        " TO uq_trials_run_id_look_round_repeat_attempt"
    )
    for table, old, new in COLUMNS:
        op.alter_column(table, new, new_column_name=old)
