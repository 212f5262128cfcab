"""Model of a declaration of kind `declared`: a server that is no nginx. Pure."""

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from agents.contract.servers import MAX_PARAM, MAX_PARAMS, PARAM_NAME, ServerParam
from agents.servers import template

PROGRAM = r"^/[^=\x00-\x1f\x7f]{1,254}$"
"""An absolute path; without “=”, which env(1) would take for a variable."""

READY_PATH = r"^/[!-~]{0,999}$"

VARIABLE_NAME = r"^[A-Za-z_][A-Za-z0-9_]{0,99}$"
VARIABLE_VALUE = r"^[^\x00-\x1f\x7f]{0,4000}$"
Environment = Annotated[
    dict[Annotated[str, Field(pattern=VARIABLE_NAME)], Annotated[str, Field(pattern=VARIABLE_VALUE)]],
    Field(max_length=64),
]


CONF_FREE = "free"
Word = Annotated[str, Field(min_length=1, max_length=4_000)]
Words = Annotated[list[Word], Field(min_length=1, max_length=200)]
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_OF_TLS = {"certificate", "key"}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Ready(_Strict):
    """Sign that it serves: an answer to one request, or that it listens."""

    path: str | None = Field(default=None, pattern=READY_PATH)
    status: int = Field(default=200, ge=100, le=599)
    tcp: Literal[True] | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> "Ready":
        if bool(self.path) == bool(self.tcp):
            raise ValueError("must be {path = …, status = …} or {tcp = true}")
        return self


class Counters(_Strict):
    """Source of its own counters."""

    haproxy: Literal["{socket}"]


class Param(_Strict):
    """A whole number that a variant may set; without `default` it must where a text uses it."""

    min: int = Field(ge=0, le=MAX_PARAM)
    max: int = Field(ge=0, le=MAX_PARAM)
    default: int | None = None
    env: str | None = Field(default=None, pattern=r"^[A-Z_][A-Z0-9_]{0,63}$")

    @model_validator(mode="after")
    def _is_range(self) -> "Param":
        if self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")
        if self.default is not None and not self.min <= self.default <= self.max:
            raise ValueError(f"default {self.default} is not within {self.min} to {self.max}")
        return self


class DeclaredServer(_Strict):
    """One declaration. `conf`: the name of a file beside it, or “free”: the variant brings the text."""

    kind: Literal["declared"]
    argv: Words
    version: Words | None = None
    check: Words | None = None
    files: list[Word] = Field(default_factory=list, max_length=50)
    conf: str | None = Field(default=None, max_length=100)
    ready: Ready = Ready(tcp=True)
    environment: Environment = Field(default_factory=dict)
    counters: Counters | None = None
    params: dict[Annotated[str, Field(pattern=PARAM_NAME)], Param] = Field(
        default_factory=dict, max_length=MAX_PARAMS
    )

    @model_validator(mode="after")
    def _fits_together(self) -> "DeclaredServer":
        if problem := next(self._problems(), None):
            raise ValueError(problem)
        return self

    @property
    def conf_is_free(self) -> bool:
        return self.conf == CONF_FREE

    @property
    def conf_file(self) -> str | None:
        """Name of the file with its text, beside the declaration."""
        return None if self.conf_is_free else self.conf

    @property
    def plain_environment(self) -> dict[str, str]:
        """Variables for a question before any start, with a private /tmp as its folder."""
        texts = {name: value.replace("{folder}", "/tmp") for name, value in self.environment.items()}
        return {name: text for name, text in texts.items() if not template.placeholders_of(text)}

    def find_problem_of(self, conf: str) -> str | None:
        """Explain what is wrong with its text; None: nothing."""
        return template.find_unknown(conf, {*self._names, *template.EACH_BACKEND} - {"conf"})

    def has_tls(self, conf: str) -> bool:
        """Whether it listens with TLS: one of its texts names the certificate."""
        return any(_OF_TLS.intersection(template.placeholders_of(text)) for text in (*self._texts(), conf))

    def params_of(self, conf: str) -> list[ServerParam]:
        """Its parameters as the host tells them; `conf` is its text, where it is not the variant's."""
        in_use = {name for text in (*self._texts(), conf) for name in template.placeholders_of(text)}
        return [
            ServerParam(
                name=name,
                minimum=param.min,
                maximum=param.max,
                is_required=param.default is None and name in in_use,
            )
            for name, param in self.params.items()
        ]

    @property
    def _names(self) -> set[str]:
        return {*template.NAMES, *self.params}

    def _texts(self) -> list[str]:
        return [*self.argv, *(self.check or []), *self.environment.values()]

    def _problems(self) -> Iterator[str]:
        for place, words in (("argv", self.argv), ("version", self.version), ("check", self.check)):
            if words and (not re.match(PROGRAM, words[0]) or template.placeholders_of(words[0])):
                path = words[0][:80]
                yield f"{place}: “{path}” must be the whole path of a program, such as /usr/sbin/haproxy"
        if stray := next((path for path in self.files if not path.startswith("/")), None):
            yield f"files: “{stray[:80]}” must be a whole path"
        if self.conf is not None and not self.conf_is_free and not _FILE_NAME.fullmatch(self.conf):
            yield f"conf: “{self.conf[:80]}” must be the name of a file beside this one, or “free”"
        if reserved_names := set(self.params) & {*template.NAMES, *template.EACH_BACKEND}:
            yield f"params: “{min(reserved_names)}” is a placeholder already; choose another name"
        names = self._names - ({"conf"} if self.conf is None else set())
        texts = [
            *(("argv", text) for text in self.argv),
            *(("check", text) for text in self.check or []),
            *((f"environment.{name}", text) for name, text in self.environment.items()),
        ]
        for place, text in texts:
            if problem := template.find_unknown(text, names):
                yield f"{place}: {problem}"
        for text in self.version or []:
            if problem := template.find_unknown(text, ()):
                yield f"version: {problem}"
