"""Settings from the environment (prefix DYNO_) or a .env file; one class for API, worker and command line."""

import ipaddress
import json
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from agents.contract.addresses import DEFAULT_ALLOWED, ORIGIN, Network, is_loopback, parse_networks
from backend import resources
from backend.fields import mail_address

LOOPBACK = "127.0.0.1"
UNIX = "unix"
"""As DYNO_TRUSTED_PROXY: whoever comes through the API's unix socket, which only its proxy can open."""
TOKEN_LENGTH, TOKEN_VARIETY = 32, 8
HOST_NAME = r"^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})(?:\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*$"


def _networks(text: str) -> str:
    parse_networks(text)
    return text


def _hosts(text: str) -> str:
    for part in filter(None, map(str.strip, text.split(","))):
        if ("/" in part or ":" in part or part[-1:].isdigit()) and parse_networks(part):
            continue
        if not re.fullmatch(HOST_NAME, part):
            raise ValueError(f"“{part}” is neither a host name nor a network such as 10.0.0.0/8")
    return text


def _site(text: str) -> str:
    site = text.rstrip("/")
    if site and not re.fullmatch(f"{ORIGIN}|https?://{HOST_NAME[1:]}", site):
        raise ValueError(f"“{text}” is not of the form https://name or https://name:port, without a path")
    return site


def _sender(text: str) -> str:
    return text and mail_address(text)


def _proxy(text: str) -> str:
    try:
        return text if text in ("", UNIX) else str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError(f"“{text}” is neither one IP address, such as 10.0.0.2, nor `{UNIX}`") from None


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="DYNO_",
        env_file=".env",
        env_ignore_empty=True,
        secrets_dir=os.environ.get("DYNO_SECRETS"),  # a file for each secret, as containers get them
        extra="ignore",
        hide_input_in_errors=True,  # it may be a secret
    )

    database_url: str = ""
    redis_url: str = ""
    agent_broker_url: str = Field(
        "", description="where agents reach Redis, without user and password; default: redis_url"
    )
    token: SecretStr | None = Field(None, description="the dashboard's; without one nobody gets in")
    metrics_token: SecretStr | None = Field(
        None, description="a second one, for /metrics alone: what a scraper is given"
    )
    own_name: str = Field("", description="host name that no other server of this machine shares")
    agent_token_hashes: dict[str, str] = Field(
        default_factory=dict, description="role → SHA-256 of the enrolment token of the host of that name"
    )
    allowed_addresses: Annotated[str, AfterValidator(_networks)] = Field(
        DEFAULT_ALLOWED, description="ranges that the addresses of hosts lie in, separated by commas"
    )
    bind: str = LOOPBACK
    port: int = 8080
    allowed_hosts: list[str] = Field(default_factory=list, description="further host names people may use")
    tls_cert: Path | None = Field(None, description="certificate of the dashboard, PEM, with its chain")
    tls_key: Path | None = Field(None, description="key of that certificate, PEM")
    tls_ca: Path | None = Field(None, description="CA of that certificate where it is our own, PEM")
    broker_ca: Path | None = Field(
        None,
        description="CA of a rediss:// broker, PEM, where systems do not know it",
    )
    trusted_proxy: Annotated[str, AfterValidator(_proxy)] = Field(
        "",
        description="address of the proxy that has TLS in front, or `unix` if it comes through a unix "
        "socket; its forwarded headers are believed",
    )
    insecure_network: bool = Field(False, description="allow plain HTTP beyond loopback; off unless set")
    ui_dir: Path = resources.UI
    wheels: Path = Field(
        default_factory=lambda: Path(
            os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "dynoboard", "wheels"
        ),
        description="folder of the packages that hosts install their agent from",
    )

    data: Path = Field(Path("/"), description="folder whose free space counts; that of `dyno up`")
    space_low_mb: int | None = Field(
        None, ge=0, description="with less free, nothing new is launched; default: 10%, at most 1024"
    )
    space_out_mb: int | None = Field(
        None, ge=0, description="with less free, experiments wait; default: 5%, at most 512"
    )

    public_url: Annotated[str, AfterValidator(_site)] = Field(
        "",
        description="where people open the dashboard, for links in notices; default: its own name and port",
    )
    webhook_hosts: Annotated[str, AfterValidator(_hosts)] = Field(
        "",
        description="names and networks, separated by commas, that webhooks may go to besides public "
        "addresses over HTTPS",
    )
    smtp_host: str = Field("", description="the server that sends mail; without one there is none")
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    smtp_ca: Path | None = Field(None, description="CA of that server, PEM, where systems do not know it")
    smtp_user: str = ""
    smtp_password: SecretStr | None = None
    mail_from: Annotated[str, AfterValidator(_sender)] = Field("", description="address that mail comes from")

    log_format: Literal["text", "json"] = Field("text", description="a line of a log: for people, or JSON")
    thin_after_days: int | None = Field(
        None,
        ge=1,
        description="readings of long trials are thinned so long after their end; default: never",
    )
    keep_outputs_days: int | None = Field(
        None, ge=1, description="what load tools printed goes so long after the end; default: never"
    )
    keep_samples_days: int | None = Field(None, ge=1, description="the same for readings of hosts")
    keep_experiments_days: int | None = Field(None, ge=1, description="the same for whole experiments")

    host_silent_after_s: float = 8.0
    host_return_s: float = Field(60.0, description="an experiment waits so long for a host that is offline")
    job_resend_after_s: float = 6.0

    @model_validator(mode="after")
    def _refuses_weak_tokens(self) -> "Settings":
        if self.token and (weakness := weakness_of(self.token.get_secret_value())):
            raise ValueError(
                f"DYNO_TOKEN {weakness}. Make one with: openssl rand -base64 32, or leave it out: "
                "`dyno up` and the containers make their own"
            )
        if self.metrics_token and (weakness := weakness_of(self.metrics_token.get_secret_value())):
            raise ValueError(f"DYNO_METRICS_TOKEN {weakness}. Make one with: openssl rand -base64 32")
        return self

    @model_validator(mode="after")
    def _refuses_open_networks(self) -> "Settings":
        has_proxy = self.trusted_proxy not in ("", UNIX)  # one that comes through a socket covers no port
        is_covered = (self.tls_cert and self.tls_key) or has_proxy or self.insecure_network
        if not is_loopback(self.bind) and not is_covered:
            raise ValueError(
                f"binding to {self.bind} without TLS lets the network read tokens and change jobs: set "
                "DYNO_TLS_CERT and DYNO_TLS_KEY, DYNO_TRUSTED_PROXY to the address of a proxy that has TLS, "
                "or DYNO_INSECURE_NETWORK=1 in a network that you trust"
            )
        return self

    @model_validator(mode="after")
    def _refuses_half_a_mail_server(self) -> "Settings":
        if self.smtp_host and not self.mail_from:
            raise ValueError("DYNO_SMTP_HOST needs DYNO_MAIL_FROM, the address that mail comes from")
        if self.smtp_password and self.smtp_tls == "none" and not is_loopback(self.smtp_host):
            raise ValueError(
                "DYNO_SMTP_PASSWORD would cross the network in clear: set DYNO_SMTP_TLS to starttls or tls"
            )
        return self

    @property
    def sqlalchemy_url(self) -> str:
        """The database URL with the driver that we ship."""
        return self.database_url.replace("postgresql://", "postgresql+psycopg://", 1).replace(
            "postgres://", "postgresql+psycopg://", 1
        )

    @property
    def address_networks(self) -> tuple[Network, ...]:
        """Where the addresses of hosts lie; an agent beside the dashboard may have the dashboard's own."""
        own_address = "" if self.bind in ("0.0.0.0", "::", "localhost") else f",{self.bind}"
        return parse_networks(self.allowed_addresses + own_address)

    @property
    def redis_tls(self) -> dict[str, Any]:
        """How redis-py checks the certificate of a rediss:// broker; it does so with the system's CAs too."""
        is_tls = self.redis_url.startswith("rediss://")
        return {"ssl_ca_certs": str(self.broker_ca)} if is_tls and self.broker_ca else {}

    @property
    def broker_url(self) -> str:
        """The Redis URL as Celery spells it: a unix socket has another scheme there than in redis-py."""
        return self.redis_url.replace("unix://", "redis+socket://", 1)


def weakness_of(token: str) -> str:
    """What makes a token too easy to guess, or impossible to send in a header; empty when nothing does."""
    if len(token) < TOKEN_LENGTH:
        return f"has {len(token)} characters, {TOKEN_LENGTH} are the least"
    if len(set(token)) < TOKEN_VARIETY:
        return f"has only {len(set(token))} different characters, {TOKEN_VARIETY} are the least"
    if not all("!" <= character <= "~" for character in token):
        return "has blanks or characters that are not ASCII"
    return ""


def problem_of(error: ValidationError | SettingsError, prefix: str = "DYNO_") -> str:
    """What is wrong with the settings, in one line without their values."""
    if isinstance(error, SettingsError):
        return str(error)
    first = error.errors()[0]
    place = "".join(f"{prefix}{part}: ".upper() for part in first["loc"][:1])
    return place + first["msg"].removeprefix("Value error, ")


S = TypeVar("S", bound=BaseSettings)


def load(kind: type[S]) -> S:
    """From the environment; what is not possible ends the process with one line."""
    try:
        return kind()
    except (ValidationError, SettingsError) as error:
        prefix = kind.model_config.get("env_prefix", "")
        raise SystemExit(f"Dynoboard cannot start: {problem_of(error, prefix)}") from None


def environment_of(settings: BaseSettings) -> dict[str, str]:
    """What is not a default, for parts that do not read the .env of the folder `dyno up` was started in."""
    values = settings.model_dump(exclude_defaults=True)
    prefix = settings.model_config.get("env_prefix", "")
    return {f"{prefix}{name}".upper(): _environment_text(value) for name, value in values.items()}


def _environment_text(value: Any) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


@lru_cache
def get_settings() -> Settings:
    """Of this process."""
    return load(Settings)
