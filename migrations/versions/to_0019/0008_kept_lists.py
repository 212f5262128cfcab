"""Headlines kept with experiments, words looked up in an index, indexes of what grows with every trial."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_SEARCH_GRAMS = """
CREATE OR REPLACE FUNCTION search_grams(said text) RETURNS bigint[]
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
_OWN_TEXTS = (
    "name || E'\\n' || notes || E'\\n' || coalesce(definition ->> 'description', '') || E'\\n' || "
    "coalesce(definition ->> 'source', '') || E'\\n' || coalesce(definition -> 'published' ->> 'source', '')"
)
_SEARCH_TEXT = f"lower({_OWN_TEXTS} || E'\\n' || run_names)"
_KIND = "coalesce(definition ->> 'kind', 'compare')"


def upgrade() -> None:
    op.execute(_SEARCH_GRAMS)
    op.add_column("experiments", sa.Column("run_names", sa.Text(), nullable=False, server_default=""))
    op.alter_column("experiments", "run_names", server_default=None)
    op.execute(
        "UPDATE experiments e SET run_names = r.names FROM (SELECT experiment_id, string_agg(DISTINCT name, "
        "E'\\n') AS names FROM runs GROUP BY experiment_id) r WHERE r.experiment_id = e.id"
    )
    op.drop_column("experiments", "search_text")
    op.execute(  # all in one statement: the table is written anew once
        f"ALTER TABLE experiments ADD COLUMN kind varchar(16) GENERATED ALWAYS AS ({_KIND}) STORED NOT NULL, "
        f"ADD COLUMN search_text text GENERATED ALWAYS AS ({_SEARCH_TEXT}) STORED NOT NULL, "
        f"ADD COLUMN search_grams bigint[] GENERATED ALWAYS AS (search_grams({_SEARCH_TEXT})) STORED NOT NULL"
        ", ADD COLUMN headline jsonb, ADD COLUMN kept_version integer NOT NULL DEFAULT 0"
    )
    op.alter_column("experiments", "kept_version", server_default=None)
    op.drop_index("ix_experiments_unjudged", "experiments")
    op.drop_index("ix_runs_names", "runs")  # names of runs stand in the search text now
    op.create_index("ix_experiments_kept", "experiments", ["kept_version", "id"])
    op.create_index("ix_experiments_search", "experiments", ["search_grams"], postgresql_using="gin")
    op.create_index("ix_experiments_testbed", "experiments", ["testbed_id", "created_at"])
    op.create_index("ix_jobs_run_id", "jobs", ["run_id"])
    op.create_index("ix_jobs_newest", "jobs", ["host_id", "created_at"])


def downgrade() -> None:
    for name in ("newest", "run_id"):
        op.drop_index(f"ix_jobs_{name}", "jobs")
    for name in ("testbed", "search", "kept"):
        op.drop_index(f"ix_experiments_{name}", "experiments")
    for name in ("kept_version", "headline", "search_grams", "search_text", "kind", "run_names"):
        op.drop_column("experiments", name)
    own = sa.Computed(f"lower({_OWN_TEXTS})", persisted=True)
    op.add_column("experiments", sa.Column("search_text", sa.Text(), own, nullable=False))
    op.create_index("ix_runs_names", "runs", ["name", "experiment_id"])
    op.create_index("ix_experiments_unjudged", "experiments", ["id"], postgresql_where="verdicts IS NULL")
    op.execute("DROP FUNCTION search_grams(text)")
