"""Reader of a declared server: the text of `servers.d/NAME.toml`. Pure."""

import os
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError, model_validator

from agents.catalog.problem_words import describe_problem
from agents.catalog.server_names import DEFAULT_SERVER, SERVER_NAME
from agents.contract.servers import PARAM_NAME
from agents.servers.declared_text import (
    PROGRAM,
    READY_PATH,
    VARIABLE_NAME,
    VARIABLE_VALUE,
    DeclaredServer,
    Environment,
)

FOLDER = "servers.d"
SHARED_SERVERS = (Path("/etc/dynoboard", FOLDER), Path(os.path.expanduser("~/.dyno"), FOLDER))
"""Read by every agent of a host, and of a user; beside them each has one in its state folder."""
SUFFIX = ".toml"
MAX_BYTES = 64 * 1024
_WORDS_OF_PATTERNS = {
    PROGRAM: "must be an absolute path, without =",
    SERVER_NAME: "must be the name of a server, such as nginx-1.28.3",
    READY_PATH: "must begin with / and be printable ASCII without blanks",
    PARAM_NAME: "must be a name such as threads: lower-case letters, digits and _",
    VARIABLE_NAME: "must be the name of a variable, such as LD_PRELOAD",
    VARIABLE_VALUE: "must be one line of at most 4,000 characters",
}


class NginxDeclaration(BaseModel, extra="forbid", frozen=True):
    """A build of nginx: its own file, or another server's with another environment (`from`)."""

    kind: Literal["nginx"]
    path: str | None = Field(default=None, pattern=PROGRAM)
    origin: str | None = Field(default=None, alias="from", pattern=SERVER_NAME)
    environment: Environment = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_one_program(self) -> "NginxDeclaration":
        if (self.path is None) == (self.origin is None):
            raise ValueError("give either path, or from with the name of another server")
        return self


Declaration = Annotated[NginxDeclaration | DeclaredServer, Field(discriminator="kind")]
_READER: TypeAdapter[Declaration] = TypeAdapter(Declaration)


class BadDeclaration(ValueError):
    """A declaration that cannot be used; the message says where and why."""


def read_declaration(text: str) -> Declaration:
    """The declaration in a text of TOML; BadDeclaration names the line or the field that is wrong."""
    try:
        fields = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadDeclaration(f"it is no TOML: {error}") from None
    try:
        return _READER.validate_python(fields)
    except ValidationError as error:
        raise BadDeclaration("; ".join(_words_of(item) for item in error.errors()[:5])) from None


def why_no_name(name: str) -> str:
    """Explain why a server cannot have this name; empty: it can."""
    if name == DEFAULT_SERVER:
        return f"{DEFAULT_SERVER} is the agent's own (--nginx PATH); give the file another name"
    if not re.fullmatch(SERVER_NAME, name):
        return "a name has 1 to 40 lower-case letters, digits, dots, - and _, as in nginx-1.28.3.toml"
    return ""


def _words_of(item: Any) -> str:
    if item["type"].startswith("union_tag"):
        return "kind must be “nginx” or “declared”"
    _, *parts = item["loc"] or [""]  # the first is the kind
    place = ".".join(str(part) for part in parts if part != "[key]")[:80]
    if item["type"] == "extra_forbidden":
        return f"there is no field “{place}”"
    words = _WORDS_OF_PATTERNS.get(item.get("ctx", {}).get("pattern")) or describe_problem(item)
    if not place:
        return words
    return f"{place} {words}" if words.startswith(("must ", "is ")) else f"{place}: {words}"
