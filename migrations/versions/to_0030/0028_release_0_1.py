"""The schema of release 0.1.0, which has the revisions before it."""

from alembic import op

from migrations.functions_of_0_1 import AUDIT_STAYS, INDEXES, SEARCH_GRAMS, SEARCH_TEXT

revision = "0028"
down_revision = None
branch_labels = None
depends_on = None

TABLES = f"""
CREATE TABLE accounts (
    id varchar(32) NOT NULL, login varchar(64) NOT NULL, name varchar(120) NOT NULL,
    role varchar(16) NOT NULL, can_reach_hosts boolean NOT NULL, password_hash text, subject varchar(512),
    created_at timestamptz DEFAULT now() NOT NULL, disabled_at timestamptz, email varchar(254),
    mail_when_done boolean NOT NULL,
    CONSTRAINT pk_accounts PRIMARY KEY (id),
    CONSTRAINT uq_accounts_login UNIQUE (login),
    CONSTRAINT uq_accounts_subject UNIQUE (subject)
);
CREATE TABLE comparisons (
    id varchar(32) NOT NULL, name varchar(200) NOT NULL, notes text NOT NULL,
    notes_version integer NOT NULL, state json NOT NULL, created_at timestamptz DEFAULT now() NOT NULL,
    updated_at timestamptz DEFAULT now() NOT NULL,
    owner_id varchar(32), notes_by varchar(32), notes_at timestamptz, mentions varchar(32)[] NOT NULL,
    CONSTRAINT pk_comparisons PRIMARY KEY (id),
    CONSTRAINT fk_comparisons_owner_id_accounts FOREIGN KEY (owner_id) REFERENCES accounts(id)
        ON DELETE SET NULL,
    CONSTRAINT fk_comparisons_notes_by_accounts FOREIGN KEY (notes_by) REFERENCES accounts(id)
        ON DELETE SET NULL
);
CREATE TABLE enrolment_tokens (
    id varchar(32) NOT NULL, token_hash varchar(64) NOT NULL, host_name varchar(63),
    roles varchar(16)[] NOT NULL, reusable boolean NOT NULL, approves boolean NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL, expires_at timestamptz NOT NULL, revoked_at timestamptz,
    used_at timestamptz, used_by varchar(63), host_id varchar(32), refusal text,
    CONSTRAINT pk_enrolment_tokens PRIMARY KEY (id),
    CONSTRAINT uq_enrolment_tokens_token_hash UNIQUE (token_hash)
);
CREATE TABLE hosts (
    id varchar(32) NOT NULL, name varchar(63) NOT NULL, roles varchar(16)[] NOT NULL,
    address varchar(255) NOT NULL, version varchar(32) NOT NULL, token_hash varchar(64),
    online boolean NOT NULL, condition varchar(16) NOT NULL, instance varchar(64) NOT NULL,
    active_jobs varchar(40)[] NOT NULL, facts jsonb NOT NULL, last_seen timestamptz DEFAULT now() NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL, leftovers jsonb NOT NULL, ports integer[] NOT NULL,
    dropped_messages integer NOT NULL, allowed_roles varchar(16)[] NOT NULL, removed_at timestamptz,
    broker_password_digest varchar(64) NOT NULL, contract integer NOT NULL, misfit jsonb, rival jsonb,
    displaced varchar(64)[] NOT NULL, beat_every_s double precision NOT NULL, claimed jsonb,
    labels varchar(96)[] DEFAULT '{{}}' NOT NULL, drained_at timestamptz,
    CONSTRAINT pk_hosts PRIMARY KEY (id),
    CONSTRAINT uq_hosts_name UNIQUE (name),
    CONSTRAINT uq_hosts_token_hash UNIQUE (token_hash)
);
CREATE TABLE own_recipes (
    id varchar(32) NOT NULL, slug varchar(80) NOT NULL, version integer NOT NULL,
    title varchar(120) NOT NULL, yaml text NOT NULL, created_at timestamptz DEFAULT now() NOT NULL,
    retired_at timestamptz,
    owner_id varchar(32),
    CONSTRAINT pk_own_recipes PRIMARY KEY (id),
    CONSTRAINT uq_own_recipes_slug UNIQUE (slug, version),
    CONSTRAINT fk_own_recipes_owner_id_accounts FOREIGN KEY (owner_id) REFERENCES accounts(id)
        ON DELETE SET NULL
);
CREATE TABLE sessions (
    id varchar(32) NOT NULL, secret_hash varchar(64) NOT NULL, token_mark varchar(64) NOT NULL,
    came_from varchar(8) NOT NULL, browser varchar(80) NOT NULL, created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    account_id varchar(32),
    CONSTRAINT pk_sessions PRIMARY KEY (id),
    CONSTRAINT uq_sessions_secret_hash UNIQUE (secret_hash),
    CONSTRAINT fk_sessions_account_id FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE TABLE sign_in_links (
    code_hash varchar(64) NOT NULL, token_mark varchar(64) NOT NULL, expires_at timestamptz NOT NULL,
    login varchar(64),
    CONSTRAINT pk_sign_in_links PRIMARY KEY (code_hash)
);
CREATE TABLE signing_keys (
    id varchar(16) NOT NULL, private_key bytea NOT NULL, created_at timestamptz NOT NULL,
    retired_at timestamptz,
    CONSTRAINT pk_signing_keys PRIMARY KEY (id)
);
CREATE TABLE testbeds (
    id varchar(32) NOT NULL, name varchar(80) NOT NULL, created_at timestamptz DEFAULT now() NOT NULL,
    retired_at timestamptz, last_check jsonb,
    version integer NOT NULL,
    CONSTRAINT pk_testbeds PRIMARY KEY (id)
);
CREATE TABLE enrolment_requests (
    id varchar(32) NOT NULL, key_hash varchar(64) NOT NULL, token_id varchar(32), name varchar(63) NOT NULL,
    roles varchar(16)[] NOT NULL, address varchar(255) NOT NULL, peer varchar(64) NOT NULL,
    version varchar(32) NOT NULL, facts jsonb NOT NULL, reason text NOT NULL, refused boolean NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL, asked_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_enrolment_requests PRIMARY KEY (id),
    CONSTRAINT uq_enrolment_requests_key_hash UNIQUE (key_hash),
    CONSTRAINT fk_enrolment_requests_token_id FOREIGN KEY (token_id)
        REFERENCES enrolment_tokens(id) ON DELETE CASCADE
);
CREATE TABLE experiments (
    id varchar(32) NOT NULL, name varchar(200) NOT NULL, testbed_id varchar(32), recipe varchar(80),
    form varchar(16), definition json NOT NULL, definition_yaml text NOT NULL, seed integer NOT NULL,
    estimate_s double precision NOT NULL, state varchar(16) NOT NULL, generation integer NOT NULL,
    cancel_requested boolean NOT NULL, failure jsonb, facts jsonb NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL, started_at timestamptz, measuring_at timestamptz,
    finished_at timestamptz, facts_after jsonb NOT NULL, origin varchar(16) NOT NULL,
    derived_from varchar(32), derived_how varchar(16), notes text NOT NULL, notes_version integer NOT NULL,
    tags varchar(40)[] NOT NULL, starred boolean NOT NULL, archived_at timestamptz, verdicts varchar(16)[],
    rounds_ended jsonb, rounds_seen integer NOT NULL, run_names text NOT NULL,
    kind varchar(16) GENERATED ALWAYS AS (coalesce(definition ->> 'kind', 'compare')) STORED NOT NULL,
    search_text text GENERATED ALWAYS AS ({SEARCH_TEXT}) STORED NOT NULL,
    search_grams bigint[] GENERATED ALWAYS AS (search_grams({SEARCH_TEXT})) STORED NOT NULL,
    headline jsonb, kept_version integer NOT NULL, start_generation integer NOT NULL,
    is_calibration boolean NOT NULL, looking_since timestamptz,
    owner_id varchar(32), notes_by varchar(32), notes_at timestamptz, mentions varchar(32)[] NOT NULL,
    testbed_labels varchar(96)[] DEFAULT '{{}}' NOT NULL, queued_at timestamptz DEFAULT now() NOT NULL,
    stranded boolean DEFAULT false NOT NULL,
    CONSTRAINT pk_experiments PRIMARY KEY (id),
    CONSTRAINT fk_experiments_derived_from FOREIGN KEY (derived_from)
        REFERENCES experiments(id) ON DELETE SET NULL,
    CONSTRAINT fk_experiments_testbed_id FOREIGN KEY (testbed_id) REFERENCES testbeds(id),
    CONSTRAINT fk_experiments_owner_id_accounts FOREIGN KEY (owner_id) REFERENCES accounts(id)
        ON DELETE SET NULL,
    CONSTRAINT fk_experiments_notes_by_accounts FOREIGN KEY (notes_by) REFERENCES accounts(id)
        ON DELETE SET NULL
);
CREATE TABLE testbed_roles (
    testbed_id varchar(32) NOT NULL, role varchar(16) NOT NULL, host_id varchar(32) NOT NULL,
    CONSTRAINT pk_testbed_roles PRIMARY KEY (testbed_id, role),
    CONSTRAINT fk_testbed_roles_host_id FOREIGN KEY (host_id) REFERENCES hosts(id),
    CONSTRAINT fk_testbed_roles_testbed_id FOREIGN KEY (testbed_id)
        REFERENCES testbeds(id) ON DELETE CASCADE
);
CREATE TABLE import_texts (
    id varchar(32) NOT NULL, experiment_id varchar(32) NOT NULL, "position" integer NOT NULL,
    name varchar(200) NOT NULL, text text NOT NULL,
    CONSTRAINT pk_import_texts PRIMARY KEY (id),
    CONSTRAINT uq_import_texts_experiment_id_position UNIQUE (experiment_id, "position"),
    CONSTRAINT fk_import_texts_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE CASCADE
);
CREATE TABLE leases (
    host_id varchar(32) NOT NULL, experiment_id varchar(32) NOT NULL, instance varchar(64) NOT NULL,
    settings jsonb, crowded boolean NOT NULL,
    CONSTRAINT pk_leases PRIMARY KEY (host_id),
    CONSTRAINT fk_leases_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE CASCADE,
    CONSTRAINT fk_leases_host_id FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE
);
CREATE TABLE runs (
    id varchar(32) NOT NULL, experiment_id varchar(32) NOT NULL, "position" integer NOT NULL,
    name varchar(200) NOT NULL, variant varchar(200) NOT NULL, parent varchar(200), knobs json NOT NULL,
    variant_hash varchar(64) NOT NULL, factors json, workload jsonb NOT NULL, topology varchar(16) NOT NULL,
    is_baseline boolean NOT NULL, is_control boolean NOT NULL, state varchar(16) NOT NULL, failure jsonb,
    prepared jsonb NOT NULL, generation integer NOT NULL, warmed_generation integer NOT NULL, probe jsonb,
    deleted_at timestamptz, settings jsonb NOT NULL, applied jsonb NOT NULL,
    settled_generation integer NOT NULL, described json NOT NULL, start integer NOT NULL,
    starts integer NOT NULL, started varchar(64), left_out_after integer,
    limits jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT pk_runs PRIMARY KEY (id),
    CONSTRAINT uq_runs_experiment_id_position UNIQUE (experiment_id, "position"),
    CONSTRAINT fk_runs_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE CASCADE
);
CREATE TABLE trials (
    id varchar(32) NOT NULL, experiment_id varchar(32) NOT NULL, run_id varchar(32) NOT NULL,
    round integer NOT NULL, "position" integer NOT NULL, attempt integer NOT NULL,
    state varchar(16) NOT NULL, failure jsonb, findings jsonb NOT NULL, figures jsonb NOT NULL,
    errors jsonb NOT NULL, windows jsonb NOT NULL, argv jsonb NOT NULL, tool_version varchar(120),
    exit_code integer, stdout text, stderr text, warnings jsonb NOT NULL, started_at timestamptz,
    ended_at timestamptz, connections integer, repeat integer NOT NULL, latency_kind varchar(16),
    start integer, purpose varchar(16) NOT NULL, look varchar(24) NOT NULL, missing jsonb,
    CONSTRAINT pk_trials PRIMARY KEY (id),
    CONSTRAINT uq_trials_run_id_look_round_repeat_attempt UNIQUE (run_id, look, round, repeat, attempt),
    CONSTRAINT fk_trials_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE CASCADE,
    CONSTRAINT fk_trials_run_id FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE
);
CREATE TABLE jobs (
    id varchar(40) NOT NULL, experiment_id varchar(32), host_id varchar(32) NOT NULL, trial_id varchar(32),
    run_id varchar(32), generation integer NOT NULL, kind varchar(16) NOT NULL,
    purpose varchar(24) NOT NULL, covers varchar(40)[] NOT NULL, work jsonb NOT NULL,
    timeout_s double precision NOT NULL, state varchar(16) NOT NULL, sends integer NOT NULL, report jsonb,
    failure jsonb, created_at timestamptz DEFAULT now() NOT NULL, sent_at timestamptz,
    reported_at timestamptz,
    CONSTRAINT pk_jobs PRIMARY KEY (id),
    CONSTRAINT fk_jobs_experiment_id FOREIGN KEY (experiment_id)
        REFERENCES experiments(id) ON DELETE CASCADE,
    CONSTRAINT fk_jobs_host_id FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
    CONSTRAINT fk_jobs_run_id FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
    CONSTRAINT fk_jobs_trial_id FOREIGN KEY (trial_id) REFERENCES trials(id) ON DELETE CASCADE
);
CREATE TABLE latency_histograms (
    trial_id varchar(32) NOT NULL, run_id varchar(32) NOT NULL, host_id varchar(32) NOT NULL,
    histogram bytea NOT NULL, printed jsonb NOT NULL,
    CONSTRAINT pk_latency_histograms PRIMARY KEY (trial_id, host_id),
    CONSTRAINT fk_latency_histograms_run_id FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
    CONSTRAINT fk_latency_histograms_trial_id FOREIGN KEY (trial_id) REFERENCES trials(id) ON DELETE CASCADE
);
CREATE TABLE profiles (
    trial_id varchar(32) NOT NULL, host_id varchar(32) NOT NULL, subject varchar(64) NOT NULL,
    role varchar(16) NOT NULL, run_id varchar(32) NOT NULL, event varchar(16) NOT NULL, hz integer NOT NULL,
    kernel_names boolean NOT NULL, lost integer NOT NULL, cpu_s double precision NOT NULL,
    stacks bytea NOT NULL,
    CONSTRAINT pk_profiles PRIMARY KEY (trial_id, host_id, subject),
    CONSTRAINT fk_profiles_run_id FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
    CONSTRAINT fk_profiles_trial_id FOREIGN KEY (trial_id) REFERENCES trials(id) ON DELETE CASCADE
);
CREATE TABLE sample_series (
    trial_id varchar(32) NOT NULL, host_id varchar(32) NOT NULL, series varchar(120) NOT NULL,
    seq integer NOT NULL, times double precision[] NOT NULL, "values" real[] NOT NULL,
    CONSTRAINT pk_sample_series PRIMARY KEY (trial_id, host_id, series),
    CONSTRAINT fk_sample_series_host_id FOREIGN KEY (host_id) REFERENCES hosts(id) ON DELETE CASCADE,
    CONSTRAINT fk_sample_series_trial_id FOREIGN KEY (trial_id) REFERENCES trials(id) ON DELETE CASCADE
);
CREATE TABLE system_calls (
    trial_id varchar(32) NOT NULL, host_id varchar(32) NOT NULL, subject varchar(64) NOT NULL,
    role varchar(16) NOT NULL, run_id varchar(32) NOT NULL, counts jsonb NOT NULL,
    requests double precision, lost integer NOT NULL,
    CONSTRAINT pk_system_calls PRIMARY KEY (trial_id, host_id, subject),
    CONSTRAINT fk_system_calls_run_id FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE,
    CONSTRAINT fk_system_calls_trial_id FOREIGN KEY (trial_id) REFERENCES trials(id) ON DELETE CASCADE
);
CREATE TABLE api_tokens (
    id varchar(32) NOT NULL, account_id varchar(32) NOT NULL, name varchar(80) NOT NULL,
    token_hash varchar(64) NOT NULL, scope varchar(16) NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL, expires_at timestamptz NOT NULL, last_used_at timestamptz,
    CONSTRAINT pk_api_tokens PRIMARY KEY (id),
    CONSTRAINT uq_api_tokens_token_hash UNIQUE (token_hash),
    CONSTRAINT fk_api_tokens_account_id FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL, at timestamptz DEFAULT now() NOT NULL,
    account_id varchar(32), name varchar(120) NOT NULL, act varchar(32) NOT NULL,
    subject varchar(64) NOT NULL, words text NOT NULL, details jsonb NOT NULL,
    CONSTRAINT pk_audit PRIMARY KEY (id),
    CONSTRAINT fk_audit_account_id FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE TABLE invitations (
    id varchar(32) NOT NULL, code_hash varchar(64) NOT NULL, note varchar(120) NOT NULL,
    role varchar(16) NOT NULL, can_reach_hosts boolean NOT NULL, made_by varchar(32),
    created_at timestamptz DEFAULT now() NOT NULL, expires_at timestamptz NOT NULL,
    CONSTRAINT pk_invitations PRIMARY KEY (id),
    CONSTRAINT uq_invitations_code_hash UNIQUE (code_hash),
    CONSTRAINT fk_invitations_made_by FOREIGN KEY (made_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE TABLE notice_receivers (
    id varchar(32) NOT NULL, name varchar(80) NOT NULL, way varchar(16) NOT NULL, address text NOT NULL,
    secret text, kinds varchar(16)[] NOT NULL, enabled boolean NOT NULL, made_by varchar(200) NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_notice_receivers PRIMARY KEY (id)
);
CREATE TABLE notices (
    id varchar(32) NOT NULL, kind varchar(16) NOT NULL, subject varchar(32) NOT NULL, said jsonb NOT NULL,
    created_at timestamptz DEFAULT now() NOT NULL,
    CONSTRAINT pk_notices PRIMARY KEY (id)
);
CREATE TABLE notice_deliveries (
    id varchar(32) NOT NULL, notice_id varchar(32) NOT NULL, receiver_id varchar(32),
    account_id varchar(32), state varchar(16) NOT NULL, tries integer NOT NULL,
    next_at timestamptz DEFAULT now() NOT NULL, outcome varchar(300) NOT NULL, ended_at timestamptz,
    CONSTRAINT pk_notice_deliveries PRIMARY KEY (id),
    CONSTRAINT fk_notice_deliveries_notice_id_notices FOREIGN KEY (notice_id)
        REFERENCES notices(id) ON DELETE CASCADE,
    CONSTRAINT fk_notice_deliveries_receiver_id_notice_receivers FOREIGN KEY (receiver_id)
        REFERENCES notice_receivers(id) ON DELETE CASCADE,
    CONSTRAINT fk_notice_deliveries_account_id_accounts FOREIGN KEY (account_id)
        REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE TABLE share_links (
    id varchar(32) NOT NULL, token_hash varchar(64) NOT NULL, kind varchar(16) NOT NULL,
    as_report boolean NOT NULL, subject_id varchar(32), state json, title varchar(200) NOT NULL,
    with_hosts boolean NOT NULL, made_by varchar(200) NOT NULL, account_id varchar(32),
    created_at timestamptz NOT NULL, expires_at timestamptz, revoked_at timestamptz, opened_at timestamptz,
    CONSTRAINT pk_share_links PRIMARY KEY (id),
    CONSTRAINT uq_share_links_token_hash UNIQUE (token_hash),
    CONSTRAINT fk_share_links_account_id_accounts FOREIGN KEY (account_id)
        REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE TABLE spent_answers (
    state_hash varchar(64) NOT NULL, expires_at timestamptz NOT NULL,
    CONSTRAINT pk_spent_answers PRIMARY KEY (state_hash)
);
"""


def upgrade() -> None:
    connection = op.get_bind()
    for statements in (SEARCH_GRAMS, TABLES, INDEXES, AUDIT_STAYS):
        connection.exec_driver_sql(statements)


def downgrade() -> None:
    raise NotImplementedError("0028 is where the schema begins")
