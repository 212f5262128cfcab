"""Is the database's schema the one that this code was written for?"""

from functools import lru_cache

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.errors import DynoError
from backend.resources import MIGRATIONS

BASELINE = "0028"
BEFORE_BASELINE = frozenset(f"{number:04}" for number in range(1, int(BASELINE)))
HAS_OLDER_SCHEMAS = "0.1.0"
"""The release that upgrades databases from before BASELINE, its own schema."""


class WrongSchema(DynoError):
    """A schema that this version cannot work with; `action` is what to do."""

    status, code, title = 503, "wrong_schema", "Database schema does not match"

    def __init__(self, problem: str, action: str) -> None:
        super().__init__(f"{problem}. {action}")
        self.problem, self.action = problem, action


def alembic_config(url: str | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("recursive_version_locations", "true")
    if url:
        config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


@lru_cache
def known_revisions() -> tuple[str, frozenset[str]]:
    """The newest revision, and all of them."""
    script = ScriptDirectory.from_config(alembic_config())
    return script.get_current_head() or "", frozenset(r.revision for r in script.walk_revisions())


def check_known(revision: str | None) -> None:
    """Raise WrongSchema, with what to do, for a schema that our migrations do not start from."""
    if revision in BEFORE_BASELINE:
        raise WrongSchema(
            f"The database has schema {revision}, this version of Dynoboard upgrades from {BASELINE} on",
            f"Install Dynoboard {HAS_OLDER_SCHEMAS}, run its `dyno migrate`, then install this version again",
        )
    if revision is not None and revision not in known_revisions()[1]:
        raise WrongSchema(
            f"The database is newer than this version of Dynoboard ({revision})",
            "Install the version that wrote it, or a newer one: a schema does not go back",
        )


def check_schema(session: Session) -> None:
    """Raise WrongSchema unless the database is at our newest revision."""
    head, _ = known_revisions()
    current = session.scalar(text("SELECT version_num FROM alembic_version"))
    if current == head:
        return
    check_known(current)
    raise WrongSchema(
        f"The database has schema {current}, this version of Dynoboard needs {head}",
        "Stop API, worker and beat, run `dyno migrate`, and start them; `dyno up` does it at its start",
    )
