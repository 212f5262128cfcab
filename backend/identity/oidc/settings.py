"""Which provider signs people in, and whom it lets in: DYNO_OIDC_… of the environment."""

from functools import lru_cache
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

from pydantic import AfterValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from backend.identity.principal import Role
from backend.settings import Settings, is_loopback, load

MAX_ISSUER_LENGTH = 200


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  a port that is no number raises only here
    except ValueError:
        return None
    return parts


def is_here(host: str) -> bool:
    """Whether a host name is this machine: plain HTTP reaches nobody else."""
    return is_loopback(host) or host.endswith(".localhost")


def _issuer(text: str) -> str:
    parts = _split(text)
    if not text:
        return text
    if parts is None or not parts.hostname or parts.query or parts.fragment or parts.username is not None:
        raise ValueError("must be the provider's issuer, such as https://login.example.com/realms/team")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_here(parts.hostname)):
        raise ValueError("must begin with https://; over plain HTTP, anyone on the network could sign in")
    if not all("!" <= character <= "~" for character in text) or len(text) > MAX_ISSUER_LENGTH:
        raise ValueError(f"must be at most {MAX_ISSUER_LENGTH} characters of ASCII without blanks")
    return text


def _words(text: str) -> str:
    return ",".join(word.strip().lower() for word in text.split(",") if word.strip())


Words = Annotated[str, AfterValidator(_words)]


class Oidc(BaseSettings):
    model_config = SettingsConfigDict(**{**Settings.model_config, "env_prefix": "DYNO_OIDC_"})

    issuer: Annotated[str, AfterValidator(_issuer)] = Field("", description="without one nobody comes so")
    client_id: str = Field("", max_length=256)
    client_secret: SecretStr | None = Field(None, description="none: a public client, by PKCE alone")
    client_secret_file: Path | None = Field(None, description="its file, instead")
    name: str = Field("", max_length=40, description="on the button; default: the issuer's host name")
    hosts: Words = Field("", description="further host names at which the issuer may have endpoints")
    domains: Words = Field("", description="accept only accounts with a verified address there")
    role: Role | None = Field(None, description="role of new people; none: by invitation only")
    groups_claim: str = Field("groups", max_length=256)
    roles: dict[str, Role] = Field(
        default_factory=dict, description="group → role; they then decide at each sign-in"
    )

    @model_validator(mode="after")
    def _is_whole(self) -> "Oidc":
        if self.issuer and not self.client_id:
            raise ValueError(
                "DYNO_OIDC_ISSUER needs DYNO_OIDC_CLIENT_ID, as the provider calls this dashboard"
            )
        if self.client_secret_file and self.client_secret:
            raise ValueError("set DYNO_OIDC_CLIENT_SECRET or DYNO_OIDC_CLIENT_SECRET_FILE, not both")
        if self.client_secret_file:
            try:
                self.client_secret = SecretStr(self.client_secret_file.read_text().strip())
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or "it is no text"
                raise ValueError(
                    f"DYNO_OIDC_CLIENT_SECRET_FILE {self.client_secret_file} cannot be read: {reason}"
                ) from None
        return self

    @property
    def shown_name(self) -> str:
        return self.name or urlsplit(self.issuer).hostname or ""


@lru_cache
def get_oidc() -> Oidc:
    """Of this process."""
    return load(Oidc)
