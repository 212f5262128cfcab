"""Servers that a host's operator has declared: builds of nginx, and other programs."""

import hashlib
import json
import re
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.knobs.types import Flavour
from agents.catalog.server_names import MAX_PARAM, PARAM_NAME, SERVER_NAME

MAX_SERVERS, MAX_PARAMS = 32, 20
MAX_SERVERS_SIZE = 128 * 1024  # bytes of JSON of all of a host: half of what all of its facts may have
ServerKind = Literal["nginx", "declared"]


class NginxFacts(BaseModel):
    path: str
    version: str
    arguments: str = ""  # of `nginx -V`
    flavour: Flavour = "nginx"
    number: str = ""  # of that flavour: 2.3.3
    base: str = ""  # version of nginx that it follows, where it says so: 1.18.0
    modules: list[str] = Field(
        default_factory=list, description="built in, as -V names them: http_ssl; empty: not known"
    )


class ServerParam(BaseModel):
    """A whole number that a variant may set; one that `is_required` has no default and is used."""

    name: str = Field(pattern=PARAM_NAME)
    minimum: int = Field(ge=0, le=MAX_PARAM)
    maximum: int = Field(ge=0, le=MAX_PARAM)
    is_required: bool = False


class DeclaredFacts(BaseModel):
    """Abilities of a server that is no nginx, by its declaration."""

    params: list[ServerParam] = Field(default_factory=list, max_length=MAX_PARAMS)
    has_free_conf: bool = Field(default=False, description="the variant brings its text")
    has_tls: bool = Field(default=False, description="it listens with TLS")
    counts_requests: bool = False
    files: dict[str, str] = Field(
        default_factory=dict, description="path → SHA-256 of its text and of what else it runs"
    )


class ServerFacts(BaseModel):
    """One server of a host. `problem`: why it cannot be used; empty: it can."""

    name: str = Field(max_length=100)
    kind: ServerKind = "nginx"
    version: str = ""
    size_bytes: int = Field(default=0, ge=0)
    sha256: str = ""
    libraries: dict[str, str] = Field(default_factory=dict, description="path → SHA-256")
    environment: dict[str, str] = Field(default_factory=dict)
    compiler: str = Field(default="", max_length=500, description="of nginx, and its TLS library")
    nginx: NginxFacts | None = Field(default=None, description="of kind nginx, what `-V` says")
    declaration: DeclaredFacts | None = Field(
        default=None, exclude_if=lambda facts: facts is None, description="of kind declared"
    )
    problem: str = Field(default="", max_length=2_000)

    @property
    def is_usable(self) -> bool:
        return not self.problem and re.fullmatch(SERVER_NAME, self.name) is not None

    @property
    def digest(self) -> str:
        """Identity of what runs: the program, its libraries and its environment."""
        parts = [self.kind, self.sha256, self.libraries, self.environment]
        parts += [self.declaration.model_dump()] if self.declaration else []
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
