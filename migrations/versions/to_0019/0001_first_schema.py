"""first schema"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hosts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=63), nullable=False),
        sa.Column("roles", postgresql.ARRAY(sa.String(length=16)), nullable=False),
        sa.Column("address", sa.String(length=255), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("job_key", sa.String(length=64), nullable=False),
        sa.Column("online", sa.Boolean(), nullable=False),
        sa.Column("condition", sa.String(length=16), nullable=False),
        sa.Column("instance", sa.String(length=64), nullable=False),
        sa.Column("active_jobs", postgresql.ARRAY(sa.String(length=40)), nullable=False),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("last_seen", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hosts")),
        sa.UniqueConstraint("name", name=op.f("uq_hosts_name")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_hosts_token_hash")),
    )
    op.create_table(
        "testbeds",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_testbeds")),
        sa.UniqueConstraint("name", name=op.f("uq_testbeds_name")),
    )
    op.create_table(
        "experiments",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("testbed_id", sa.String(length=32), nullable=False),
        sa.Column("recipe", sa.String(length=80), nullable=True),
        sa.Column("form", sa.String(length=16), nullable=True),
        sa.Column("definition", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("definition_yaml", sa.Text(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("estimate_s", sa.Double(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("cancel_requested", sa.Boolean(), nullable=False),
        sa.Column("failure", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("facts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("measuring_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["testbed_id"], ["testbeds.id"], name=op.f("fk_experiments_testbed_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_experiments")),
    )
    op.create_index(op.f("ix_experiments_state"), "experiments", ["state"], unique=False)
    op.create_index(
        "ix_experiments_unfinished",
        "experiments",
        ["created_at"],
        unique=False,
        postgresql_where="state IN ('queued', 'running', 'cancelling')",
    )
    op.create_table(
        "testbed_roles",
        sa.Column("testbed_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("host_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["hosts.id"], name=op.f("fk_testbed_roles_host_id")),
        sa.ForeignKeyConstraint(
            ["testbed_id"], ["testbeds.id"], name=op.f("fk_testbed_roles_testbed_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("testbed_id", "role", name=op.f("pk_testbed_roles")),
    )
    op.create_table(
        "leases",
        sa.Column("host_id", sa.String(length=32), nullable=False),
        sa.Column("experiment_id", sa.String(length=32), nullable=False),
        sa.Column("instance", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["experiment_id"], ["experiments.id"], name=op.f("fk_leases_experiment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["hosts.id"], name=op.f("fk_leases_host_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("host_id", name=op.f("pk_leases")),
    )
    op.create_index(op.f("ix_leases_experiment_id"), "leases", ["experiment_id"], unique=False)
    op.create_table(
        "runs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("experiment_id", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("variant", sa.String(length=200), nullable=False),
        sa.Column("parent", sa.String(length=200), nullable=True),
        sa.Column("knobs", postgresql.JSON(astext_type=sa.Text()), nullable=False),
        sa.Column("variant_hash", sa.String(length=64), nullable=False),
        sa.Column("factors", postgresql.JSON(astext_type=sa.Text()), nullable=True),
        sa.Column("workload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("topology", sa.String(length=16), nullable=False),
        sa.Column("is_baseline", sa.Boolean(), nullable=False),
        sa.Column("is_control", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("failure", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("prepared", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("warmed_generation", sa.Integer(), nullable=False),
        sa.Column("probe", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["experiment_id"], ["experiments.id"], name=op.f("fk_runs_experiment_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
        sa.UniqueConstraint("experiment_id", "position", name=op.f("uq_runs_experiment_id_position")),
    )
    op.create_index(op.f("ix_runs_variant_hash"), "runs", ["variant_hash"], unique=False)
    op.create_table(
        "trials",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("experiment_id", sa.String(length=32), nullable=False),
        sa.Column("run_id", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("failure", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("findings", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("figures", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("errors", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("windows", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("argv", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("tool_version", sa.String(length=120), nullable=True),
        sa.Column("exit_code", sa.Integer(), nullable=True),
        sa.Column("stdout", sa.Text(), nullable=True),
        sa.Column("stderr", sa.Text(), nullable=True),
        sa.Column("warnings", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["experiment_id"], ["experiments.id"], name=op.f("fk_trials_experiment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_trials_run_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trials")),
        sa.UniqueConstraint("run_id", "round", "attempt", name=op.f("uq_trials_run_id_round_attempt")),
    )
    op.create_index(
        "ix_trials_experiment_order",
        "trials",
        ["experiment_id", "round", "position", "attempt"],
        unique=False,
    )
    op.create_index(op.f("ix_trials_run_id"), "trials", ["run_id"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("experiment_id", sa.String(length=32), nullable=True),
        sa.Column("host_id", sa.String(length=32), nullable=False),
        sa.Column("trial_id", sa.String(length=32), nullable=True),
        sa.Column("run_id", sa.String(length=32), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("purpose", sa.String(length=24), nullable=False),
        sa.Column("covers", postgresql.ARRAY(sa.String(length=40)), nullable=False),
        sa.Column("work", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("timeout_s", sa.Double(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("sends", sa.Integer(), nullable=False),
        sa.Column("report", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("failure", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["experiment_id"], ["experiments.id"], name=op.f("fk_jobs_experiment_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["host_id"], ["hosts.id"], name=op.f("fk_jobs_host_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_jobs_run_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["trial_id"], ["trials.id"], name=op.f("fk_jobs_trial_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_experiment_id"), "jobs", ["experiment_id"], unique=False)
    op.create_index(
        "ix_jobs_open", "jobs", ["host_id"], unique=False, postgresql_where="state IN ('pending', 'sent')"
    )
    op.create_table(
        "sample_series",
        sa.Column("trial_id", sa.String(length=32), nullable=False),
        sa.Column("host_id", sa.String(length=32), nullable=False),
        sa.Column("series", sa.String(length=120), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("times", postgresql.ARRAY(sa.Double()), nullable=False),
        sa.Column("values", postgresql.ARRAY(sa.REAL()), nullable=False),
        sa.ForeignKeyConstraint(
            ["host_id"], ["hosts.id"], name=op.f("fk_sample_series_host_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["trial_id"], ["trials.id"], name=op.f("fk_sample_series_trial_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("trial_id", "host_id", "series", name=op.f("pk_sample_series")),
    )


def downgrade() -> None:
    op.drop_table("sample_series")
    op.drop_index("ix_jobs_open", table_name="jobs", postgresql_where="state IN ('pending', 'sent')")
    op.drop_index(op.f("ix_jobs_experiment_id"), table_name="jobs")
    op.drop_table("jobs")
    op.drop_index(op.f("ix_trials_run_id"), table_name="trials")
    op.drop_index("ix_trials_experiment_order", table_name="trials")
    op.drop_table("trials")
    op.drop_index(op.f("ix_runs_variant_hash"), table_name="runs")
    op.drop_table("runs")
    op.drop_index(op.f("ix_leases_experiment_id"), table_name="leases")
    op.drop_table("leases")
    op.drop_table("testbed_roles")
    op.drop_index(
        "ix_experiments_unfinished",
        table_name="experiments",
        postgresql_where="state IN ('queued', 'running', 'cancelling')",
    )
    op.drop_index(op.f("ix_experiments_state"), table_name="experiments")
    op.drop_table("experiments")
    op.drop_table("testbeds")
    op.drop_table("hosts")
