"""Functions, indexes and the trigger of the schema of 0.1.0."""

SEARCH_GRAMS = """
CREATE FUNCTION search_grams(said text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
    SELECT coalesce(array_agg(DISTINCT gram), '{}')
    FROM (
        SELECT ascii(c)::bigint << 42 | lead(ascii(c)::bigint) OVER w << 21 | lead(ascii(c)::bigint, 2) OVER w
        FROM string_to_table(said, NULL) WITH ORDINALITY AS characters (c, i)
        WINDOW w AS (ORDER BY i)
    ) AS grams (gram)
    WHERE gram IS NOT NULL
)
"""
SEARCH_TEXT = """lower(name || E'\\n' || notes || E'\\n'
        || coalesce(definition ->> 'description', '') || E'\\n'
        || coalesce(definition ->> 'source', '') || E'\\n'
        || coalesce(definition -> 'published' ->> 'source', '') || E'\\n' || run_names)"""
AUDIT_STAYS = """
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS
    $$ begin raise exception 'the audit log is only added to'; end $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
"""
INDEXES = """
CREATE INDEX ix_api_tokens_account_id ON api_tokens (account_id);
CREATE INDEX ix_audit_account_id_id ON audit (account_id, id);
CREATE INDEX ix_audit_act_id ON audit (act, id);
CREATE INDEX ix_experiments_calibrations ON experiments (testbed_id, created_at) WHERE is_calibration;
CREATE INDEX ix_experiments_derived_from ON experiments (derived_from);
CREATE INDEX ix_experiments_hosts ON experiments
    USING gin (jsonb_path_query_array(facts, '$.*."host"'::jsonpath));
CREATE INDEX ix_experiments_kept ON experiments (kept_version, id);
CREATE INDEX ix_experiments_mentions ON experiments USING gin (mentions);
CREATE INDEX ix_experiments_newest ON experiments (created_at, id);
CREATE INDEX ix_experiments_owner_id ON experiments (owner_id);
CREATE INDEX ix_experiments_search ON experiments USING gin (search_grams);
CREATE INDEX ix_experiments_state ON experiments (state);
CREATE INDEX ix_experiments_tags ON experiments USING gin (tags);
CREATE INDEX ix_experiments_testbed ON experiments (testbed_id, created_at);
CREATE INDEX ix_experiments_unfinished ON experiments (created_at)
    WHERE state IN ('queued', 'running', 'cancelling');
CREATE INDEX ix_jobs_experiment_id ON jobs (experiment_id);
CREATE INDEX ix_jobs_newest ON jobs (host_id, created_at);
CREATE INDEX ix_jobs_open ON jobs (host_id) WHERE state IN ('pending', 'sent');
CREATE INDEX ix_jobs_run_id ON jobs (run_id);
CREATE INDEX ix_jobs_trial_id ON jobs (trial_id);
CREATE INDEX ix_latency_histograms_run_id ON latency_histograms (run_id);
CREATE INDEX ix_leases_experiment_id ON leases (experiment_id);
CREATE INDEX ix_notice_deliveries_account_id ON notice_deliveries (account_id);
CREATE INDEX ix_notice_deliveries_due ON notice_deliveries (next_at) WHERE state = 'waiting';
CREATE INDEX ix_notice_deliveries_notice_id ON notice_deliveries (notice_id);
CREATE INDEX ix_notice_deliveries_receiver_id ON notice_deliveries (receiver_id);
CREATE INDEX ix_notices_created_at ON notices (created_at);
CREATE INDEX ix_profiles_run_id ON profiles (run_id);
CREATE INDEX ix_runs_described ON runs USING gin (((described)::jsonb));
CREATE INDEX ix_runs_knobs ON runs USING gin (((knobs)::jsonb));
CREATE INDEX ix_runs_variant_hash ON runs (variant_hash);
CREATE INDEX ix_sessions_account_id ON sessions (account_id);
CREATE INDEX ix_share_links_subject_id ON share_links (subject_id);
CREATE INDEX ix_system_calls_run_id ON system_calls (run_id);
CREATE INDEX ix_trials_experiment_order ON trials (experiment_id, round, "position", attempt);
CREATE INDEX ix_trials_run_id ON trials (run_id);
CREATE UNIQUE INDEX uq_testbeds_name_in_use ON testbeds (name) WHERE retired_at IS NULL;
"""
