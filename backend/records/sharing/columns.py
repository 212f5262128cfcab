"""Types of columns that say something of hosts or people: through a share link they are read without it.

So whatever is made of a row, in whatever form, was made without: pages, files, pictures, reports.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import Dialect, String, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.sql.operators import OperatorType
from sqlalchemy.types import TypeDecorator, TypeEngine

from backend.records.people import mentions
from backend.records.sharing import redaction
from backend.records.sharing.view import current_redaction, is_shared


class _Of(TypeDecorator[Any]):
    """`hide` makes of a value what may be seen of it."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: TypeEngine[Any], hide: Callable[..., Any]) -> None:
        super().__init__()
        self.impl = self.kind = kind  # kind and hide are what statements are cached by
        self.hide = hide
        self.should_evaluate_none = kind.should_evaluate_none  # None in JSON stays what it was

    def coerce_compared_value(self, op: OperatorType | None, value: Any) -> Any:
        return self.kind.coerce_compared_value(op, value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        away = current_redaction()
        return value if away is None or value is None else self.hide(value, away)


class _OfPeople(_Of):
    """`hide` makes of a value what anybody may see who has a link, also one with details of hosts."""

    cache_ok = True  # SQLAlchemy asks each class, not its parents

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return self.hide(value) if value is not None and is_shared() else value


def user_text(kind: TypeEngine[Any]) -> _Of:
    """What people wrote."""
    return _Of(kind, redaction.redact_user_text)


def tool_output(kind: TypeEngine[Any]) -> _Of:
    """What programs said."""
    return _Of(kind, redaction.redact_tool_output)


def never(kind: TypeEngine[Any]) -> _Of:
    """Values that are never shown through a link: outputs, pasted texts, unrestored settings."""
    return _Of(kind, redaction.redact_all)


hosts = partial(_Of, JSONB(), redaction.hosts)
failure = partial(_Of, JSONB(), redaction.failure)
interruptions = partial(_Of, JSONB(), redaction.interruptions)
findings = partial(_Of, JSONB(), redaction.findings)
headline = partial(_Of, JSONB(), redaction.headline)
verdicts = partial(_Of, JSONB(), redaction.verdicts)
redacted_setups = partial(_Of, JSONB(), redaction.redact_setups)
windows = partial(_Of, JSONB(), redaction.windows)


def name(length: int) -> _Of:
    return user_text(String(length))


def person() -> _OfPeople:
    """The id of an account; of nobody."""
    return _OfPeople(String(32), _no_account)


def persons() -> _OfPeople:
    return _OfPeople(ARRAY(String(32)), _no_one)


def notes() -> _OfPeople:
    """What people wrote to each other: without whom they name, and as all else that they write."""
    return _OfPeople(Text(), _note)


def _no_account(_: Any) -> None:
    return None


def _no_one(_: Any) -> list[str]:
    return []


def _note(text: str) -> str:
    away = current_redaction()
    text_without_names = mentions.without_names(text)
    return text_without_names if away is None else away.user_text(text_without_names)
