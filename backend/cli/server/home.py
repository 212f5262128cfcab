"""Where the parts of one server find each other: in containers, and as units of systemd. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from backend.broker.acl import CONTROL_USER


@dataclass(frozen=True)
class Home:
    """secrets    folder of API, worker and beat, DYNO_SECRETS
    front      folder of the proxy: its certificate and configuration
    apis       unix socket of each API process; broker: that of Redis
    scratch    where the proxy keeps what passes through
    database   URL of the database; redis: URL of the broker; `{}` is the password
    redis_conf how Redis listens and where its data is
    """

    secrets: Path
    front: Path
    apis: Sequence[Path]
    broker: Path
    scratch: Path
    database: str
    redis: str
    redis_conf: str

    def urls(self, database_password: str, broker_password: str) -> dict[str, str]:
        """File name → URL, for those who read secrets."""
        return {
            "dyno_database_url": self.database.replace("{}", quote(database_password, safe="")),
            "dyno_redis_url": self.redis.replace("{}", quote(broker_password, safe="")),
        }


_AS = f"{CONTROL_USER}:{{}}"
_BROKER = Path("/run/dynoboard-broker/redis.sock")
CONTAINERS = Home(
    secrets=Path("/run/dynoboard"),
    front=Path("/run/dynoboard"),
    apis=[Path("/run/dynoboard-api/1.sock"), Path("/run/dynoboard-api/2.sock")],
    broker=_BROKER,
    scratch=Path("/tmp"),
    database="postgresql://dynoboard:{}@postgres/dynoboard",
    redis=f"redis://{_AS}@redis:6379/0",
    redis_conf=f"dir /data\nbind *\nprotected-mode yes\nunixsocket {_BROKER}\nunixsocketperm 666\n",
)
UNITS = Home(
    secrets=Path("/etc/dynoboard/server"),
    front=Path("/etc/dynoboard/proxy"),
    apis=[Path("/run/dynoboard-api/1/api.sock"), Path("/run/dynoboard-api/2/api.sock")],
    broker=_BROKER,
    scratch=Path("/run/dynoboard-proxy"),
    database="postgresql:///dynoboard?host=/run/postgresql",  # PostgreSQL knows the user of the units
    redis=f"unix://{_AS}@{_BROKER}",
    redis_conf=f"dir /var/lib/dynoboard-redis\nport 0\nunixsocket {_BROKER}\nunixsocketperm 600\n",
)
