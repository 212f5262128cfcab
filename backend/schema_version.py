"""Is the database's schema the one that this code was written for?"""

from functools import lru_cache

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend.errors import DynoError
from backend.resources import MIGRATIONS


class WrongSchema(DynoError):
    status, code, title = 503, "wrong_schema", "Database schema does not match"


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


def check_schema(session: Session) -> None:
    """Raise WrongSchema unless the database is at our newest revision."""
    head, known = known_revisions()
    current = session.scalar(text("SELECT version_num FROM alembic_version"))
    if current == head:
        return
    if current not in known:
        raise WrongSchema(
            f"The database is newer than this version of Dynoboard ({current}); update Dynoboard"
        )
    raise WrongSchema(f"The database is at {current}, this version needs {head}; run the migrations")
