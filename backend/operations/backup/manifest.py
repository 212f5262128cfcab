"""What a backup says of itself. Pure.

A backup is a ZIP: `tables/NAME.copy` for each table, as PostgreSQL's COPY writes it; `files/…` for what is
beside the database; and `manifest.json` as the last entry. A file that was cut short has no directory, which
ZIP keeps at its end.
"""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from backend.errors import DynoError

FORMAT = 1
MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 4 * 1024 * 1024

LEFT_OUT = frozenset(
    {
        *("sessions", "sign_in_links", "spent_answers", "invitations"),
        *("notice_receivers", "notices", "notice_deliveries"),
    }
)
"""Tables that stay empty in a restored server: a session that was ended since must not live again, and a copy
of a server must not tell a team what happened to it."""

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class BadBackup(DynoError):
    """A file that cannot be restored; nothing was changed."""

    status, code, title = 422, "bad_backup", "Not a backup that can be restored"


class TablePart(BaseModel):
    """One table. `bytes` and `sha256` are of the text before it was packed."""

    name: Name
    columns: list[Name]
    rows: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: Digest

    @property
    def entry(self) -> str:
        return f"tables/{self.name}.copy"


class FilePart(BaseModel):
    """One file beside the database, by its place below the data directory."""

    name: Annotated[str, Field(pattern=r"^tls/ca\.(pem|key)$")]
    bytes: int = Field(ge=0, le=1024 * 1024)
    sha256: Digest

    @property
    def entry(self) -> str:
        return f"files/{self.name}"


class Manifest(BaseModel):
    format: int
    version: str = Field(max_length=40, description="of Dynoboard")
    schema_revision: str = Field(pattern=r"^[0-9a-zA-Z_]{1,40}$")
    made_at: datetime
    tables: list[TablePart]
    files: list[FilePart] = Field(default_factory=list)

    def rows(self, table: str) -> int:
        """How many rows a table has; 0 where the backup has no such table."""
        return next((part.rows for part in self.tables if part.name == table), 0)


def check_fits(manifest: Manifest, known_revisions: frozenset[str]) -> None:
    """BadBackup for one of a newer Dynoboard, with what to do."""
    if manifest.format > FORMAT or manifest.schema_revision not in known_revisions:
        raise BadBackup(
            f"This backup was made by Dynoboard {manifest.version} with schema {manifest.schema_revision}, "
            f"which is newer than this one: restore it with Dynoboard {manifest.version} or newer"
        )
