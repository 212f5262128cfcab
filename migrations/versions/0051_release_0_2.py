"""The schema of 0.2.0, from that of 0.1.0; no release has the revisions between."""

from alembic import op

from migrations.definitions import rename_key

revision = "0051"
down_revision = "0028"
branch_labels = None
depends_on = None

RENAMED_COLUMNS = (
    ("experiments", "looking_since", "diagnosing_since"),
    ("experiments", "rounds_seen", "rounds_analysed"),
    ("hosts", "leftovers", "unrestored_settings"),
    ("hosts", "misfit", "report_error"),
    ("hosts", "rival", "duplicate_agent"),
    ("runs", "left_out_after", "eliminated_after"),
    ("runs", "limits", "bottlenecks"),
    ("trials", "look", "diagnostic"),
)
RENAMED_KEYS = (("explain", "diagnostics"), ("matters", "min_effect"))
"""Of definitions, on their first level."""

TABLES = """
CREATE TABLE bisects (
    id varchar(32) NOT NULL, name varchar(200) NOT NULL, owner_id varchar(32),
    testbed_id varchar(32) NOT NULL, definition json NOT NULL, max_rounds integer NOT NULL,
    likely_rounds integer, steps jsonb NOT NULL, experiment_id varchar(32), state varchar(16) NOT NULL,
    problem text NOT NULL, created_at timestamptz DEFAULT now() NOT NULL, finished_at timestamptz,
    CONSTRAINT pk_bisects PRIMARY KEY (id),
    CONSTRAINT fk_bisects_owner_id FOREIGN KEY (owner_id) REFERENCES accounts(id) ON DELETE SET NULL,
    CONSTRAINT fk_bisects_testbed_id FOREIGN KEY (testbed_id) REFERENCES testbeds(id),
    CONSTRAINT fk_bisects_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE SET NULL
);
CREATE TABLE stored_verdicts (
    experiment_id varchar(32) NOT NULL, rules_version integer NOT NULL, metric varchar(64) NOT NULL,
    deltas jsonb NOT NULL, steps jsonb NOT NULL,
    CONSTRAINT pk_stored_verdicts PRIMARY KEY (experiment_id, rules_version, metric),
    CONSTRAINT fk_stored_verdicts_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE CASCADE
);
CREATE INDEX ix_bisects_running ON bisects (experiment_id) WHERE state = 'running';
"""
COLUMNS = """
ALTER TABLE accounts ADD is_owners boolean DEFAULT false NOT NULL;
ALTER TABLE accounts ALTER is_owners DROP DEFAULT;
ALTER TABLE experiments
    ADD interruptions jsonb DEFAULT '[]' NOT NULL,
    ADD rules_version integer DEFAULT 1 NOT NULL,
    ADD launch_rules integer DEFAULT 1 NOT NULL,
    ADD rounds_added integer DEFAULT 0 NOT NULL,
    ADD first_headline jsonb,
    ADD first_finished_at timestamptz,
    ADD figures jsonb,
    ADD load_hosts integer DEFAULT 1 NOT NULL;
ALTER TABLE jobs ADD ready_at timestamptz;
ALTER TABLE runs ADD last_round integer, ADD setting_signs jsonb DEFAULT '[]' NOT NULL;
ALTER TABLE share_links ADD rules jsonb DEFAULT '{}' NOT NULL;
ALTER TABLE sign_in_links
    DROP login,
    ADD account_id varchar(32)
        CONSTRAINT fk_sign_in_links_account_id_accounts REFERENCES accounts ON DELETE CASCADE,
    ADD came_from varchar(8) NOT NULL,
    ADD made_by varchar(32)
        CONSTRAINT fk_sign_in_links_made_by_accounts REFERENCES accounts ON DELETE CASCADE;
ALTER TABLE testbed_roles
    ADD "position" integer DEFAULT 0 NOT NULL,
    DROP CONSTRAINT pk_testbed_roles,
    ADD CONSTRAINT pk_testbed_roles PRIMARY KEY (testbed_id, role, "position");
ALTER TABLE trials ADD rate integer;
"""
WITHOUT_COLUMNS = """
ALTER TABLE accounts DROP is_owners;
ALTER TABLE experiments
    DROP interruptions, DROP rules_version, DROP launch_rules, DROP rounds_added, DROP first_headline,
    DROP first_finished_at, DROP figures, DROP load_hosts;
ALTER TABLE jobs DROP ready_at;
ALTER TABLE runs DROP last_round, DROP setting_signs;
ALTER TABLE share_links DROP rules;
ALTER TABLE sign_in_links DROP account_id, DROP came_from, DROP made_by, ADD login varchar(64);
DELETE FROM testbed_roles WHERE "position" > 0;
ALTER TABLE testbed_roles
    DROP CONSTRAINT pk_testbed_roles, DROP "position",
    ADD CONSTRAINT pk_testbed_roles PRIMARY KEY (testbed_id, role);
ALTER TABLE trials DROP rate;
DROP TABLE bisects, stored_verdicts;
"""


def upgrade() -> None:
    execute = op.get_bind().exec_driver_sql
    execute("DELETE FROM sign_in_links")  # they live for ten minutes
    execute(TABLES)
    execute(COLUMNS)
    execute(
        "UPDATE accounts SET is_owners = NOT EXISTS"
        " (SELECT FROM audit WHERE act = 'joined' AND audit.subject = accounts.id)"
    )
    for table, name, new_name in RENAMED_COLUMNS:
        op.alter_column(table, name, new_column_name=new_name)
    _rename_words("look", "diagnostic", "looks", "analyses", "matters", "min_effect")
    _rename_condition("dirty", "needs_restore", "host_dirty", "needs_restore")
    for key, new_key in RENAMED_KEYS:
        rename_key(key, new_key)


def downgrade() -> None:
    """Restore the schema of 0.1.0: a backup of it is read into its tables."""
    execute = op.get_bind().exec_driver_sql
    for key, new_key in RENAMED_KEYS:
        rename_key(new_key, key)
    _rename_condition("needs_restore", "dirty", "needs_restore", "host_dirty")
    _rename_words("diagnostic", "look", "analyses", "looks", "min_effect", "matters")
    for table, name, new_name in RENAMED_COLUMNS:
        op.alter_column(table, new_name, new_column_name=name)
    execute("UPDATE experiments SET kept_version = 0")  # headlines may be those of later rules
    execute("DELETE FROM sign_in_links")
    execute(WITHOUT_COLUMNS)


def _rename_condition(condition: str, new_condition: str, kind: str, new_kind: str) -> None:
    """Rename the condition of hosts that could not be put back, and its notices."""
    execute = op.get_bind().exec_driver_sql
    execute("UPDATE hosts SET condition = %s WHERE condition = %s", (new_condition, condition))
    execute("UPDATE notices SET kind = %s WHERE kind = %s", (new_kind, kind))
    execute("UPDATE notice_receivers SET kinds = array_replace(kinds, %s, %s)", (kind, new_kind))


def _rename_words(
    purpose: str, new_purpose: str, rounds: str, new_rounds: str, effect: str, new_effect: str
) -> None:
    """Rename diagnostic trials, interim analyses and the smallest change that matters, in stored values."""
    execute = op.get_bind().exec_driver_sql
    constraint = "uq_trials_run_id_{}_round_repeat_attempt"
    names = f"{constraint.format(purpose)} TO {constraint.format(new_purpose)}"
    execute(f"ALTER TABLE trials RENAME CONSTRAINT {names}")
    execute("UPDATE trials SET purpose = %s WHERE purpose = %s", (new_purpose, purpose))
    execute(
        "UPDATE experiments SET rounds_ended = rounds_ended - %(old)s::text"
        " || jsonb_build_object(%(new)s::text, rounds_ended -> %(old)s::text)"
        " WHERE jsonb_exists(rounds_ended, %(old)s)",
        {"old": rounds, "new": new_rounds},
    )
    execute(
        "UPDATE experiments SET headline = jsonb_set("
        "headline #- %(old)s::text[], %(new)s, headline #> %(old)s::text[])"
        " WHERE headline #> %(old)s::text[] IS NOT NULL",
        {"old": ["delta", effect], "new": ["delta", new_effect]},
    )
