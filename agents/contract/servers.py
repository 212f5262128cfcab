"""Servers that a host's operator has declared: builds of nginx, and other programs."""

import hashlib
import json
import re
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.knobs.types import Flavour
from agents.catalog.server_names import DEFAULT_SERVER, SERVER_NAME

__all__ = ["DEFAULT_SERVER", "MAX_SERVERS", "SERVER_NAME", "NginxFacts", "ServerFacts", "ServerKind"]

MAX_SERVERS = 32
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


class ServerFacts(BaseModel):
    """One server of a host. `problem`: why it cannot be used; empty: it can."""

    name: str = Field(max_length=100)
    kind: ServerKind = "nginx"
    version: str = ""
    size_bytes: int = Field(default=0, ge=0)
    sha256: str = ""
    libraries: dict[str, str] = Field(default_factory=dict, description="path → SHA-256")
    environment: dict[str, str] = Field(default_factory=dict)
    nginx: NginxFacts | None = Field(default=None, description="of kind nginx, what `-V` says")
    problem: str = Field(default="", max_length=2_000)

    @property
    def is_usable(self) -> bool:
        return not self.problem and re.fullmatch(SERVER_NAME, self.name) is not None

    @property
    def digest(self) -> str:
        """Identity of what runs: the program, its libraries and its environment."""
        parts = [self.kind, self.sha256, self.libraries, self.environment]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
