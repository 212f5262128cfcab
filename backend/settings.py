"""Settings from the environment (prefix DYNO_) or a .env file; one class for API, worker and command line."""

import ipaddress
import os
from functools import lru_cache
from pathlib import Path

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from backend import resources


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="DYNO_",
        env_file=".env",
        env_ignore_empty=True,
        secrets_dir=os.environ.get("DYNO_SECRETS"),  # a file for each secret, as containers get them
        extra="ignore",
    )

    database_url: str = ""
    redis_url: str = ""
    agent_broker_url: str = Field("", description="how agents reach Redis; default: redis_url")
    token: SecretStr | None = Field(None, description="needed by every request when set")
    agent_token: SecretStr | None = Field(None, description="with it a new agent enrols")
    bind: str = "127.0.0.1"
    port: int = 8080
    bind_is_private: bool = Field(
        False, description="the bind address cannot be reached from outside, as inside a container"
    )
    allowed_hosts: list[str] = Field(default_factory=list, description="further host names people may use")
    ui_dir: Path = resources.UI

    host_silent_after_s: float = 8.0
    host_return_s: float = Field(60.0, description="an experiment waits so long for a host that is offline")
    job_resend_after_s: float = 6.0

    @model_validator(mode="after")
    def _refuses_open_doors(self) -> "Settings":
        if not is_loopback(self.bind) and not self.bind_is_private and self.token is None:
            raise ValueError(
                f"binding to {self.bind} opens Dynoboard to the network: set DYNO_TOKEN, or bind 127.0.0.1"
            )
        return self

    @property
    def sqlalchemy_url(self) -> str:
        """The database URL with the driver that we ship."""
        return self.database_url.replace("postgresql://", "postgresql+psycopg://", 1).replace(
            "postgres://", "postgresql+psycopg://", 1
        )

    @property
    def broker_url(self) -> str:
        """The Redis URL as Celery spells it: a unix socket has another scheme there than in redis-py."""
        return self.redis_url.replace("unix://", "redis+socket://", 1)


def is_loopback(bind: str) -> bool:
    try:
        return ipaddress.ip_address(bind).is_loopback
    except ValueError:
        return bind == "localhost"


@lru_cache
def get_settings() -> Settings:
    return Settings()  # pyright: ignore[reportCallIssue]
