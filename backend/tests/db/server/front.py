"""Two API processes on sockets, and the proxy that `docker-compose.yml` has in front of them."""

import os
import shutil
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from agents.tests.ports import free_port
from backend.cli.embedded.authority import authority
from backend.cli.embedded.process import tether, wait_until
from backend.cli.server.proxy import Proxy, nginx_conf
from backend.tests.access import TOKEN
from backend.tests.db.identity.people import OWN_NAME

Process = subprocess.Popen[Any]


@dataclass
class Front:
    """`url`, `plain`: of the proxy, https and http. `processes`: the API's."""

    folder: Path
    url: str
    plain: str
    trust: ssl.SSLContext
    processes: list[Process]

    def browser(self, **headers: str) -> httpx.Client:
        """Through the proxy, by the dashboard's own name."""
        place = {"Host": f"{OWN_NAME}:{httpx.URL(self.url).port}"}
        return httpx.Client(
            base_url=self.url, verify=self.trust, headers=place | headers, trust_env=False, timeout=60
        )

    def beside(self, number: int, **headers: str) -> httpx.Client:
        """To one API process, as the proxy speaks to it."""
        through = httpx.HTTPTransport(uds=str(self.folder / f"{number}.sock"))
        said = {"X-Forwarded-Proto": "https"} | headers
        return httpx.Client(base_url="http://localhost", transport=through, headers=said, timeout=60)

    def said(self) -> str:
        return (self.folder / "nginx.log").read_text()


@contextmanager
def front(folder: Path, database_url: str, redis_url: str) -> Iterator[Front]:
    """For the duration of the block."""
    port, http_port = free_port(), free_port()
    certificate, key = authority(folder / "ca").issue([OWN_NAME, "127.0.0.1"])
    (folder / "cert.pem").write_text(certificate + key)
    sockets = [folder / f"{number}.sock" for number in (1, 2)]
    settled = Proxy(OWN_NAME, port, http_port, 0, folder / "cert.pem", sockets, None, folder)
    (folder / "nginx.conf").write_text(nginx_conf(settled))
    environment = {
        **os.environ,
        "DYNO_DATABASE_URL": database_url,
        "DYNO_REDIS_URL": redis_url,
        "DYNO_TOKEN": TOKEN,
        "DYNO_OWN_NAME": OWN_NAME,
        "DYNO_PORT": str(port),
        "DYNO_TRUSTED_PROXY": "unix",
    }
    serve = [sys.executable, "-m", "backend.cli.main", "serve", "api", "--socket"]
    nginx = [shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or "nginx", "-g", "daemon off;"]
    trust = ssl.create_default_context(cafile=folder / "ca" / "ca.pem")
    with (folder / "api.log").open("wb") as log, (folder / "nginx.log").open("wb") as said:
        apis = [
            subprocess.Popen(tether([*serve, str(s)], signal.SIGTERM), env=environment, stderr=log)
            for s in sockets
        ]
        proxy = subprocess.Popen(
            tether([*nginx, "-c", str(folder / "nginx.conf")], signal.SIGTERM), stderr=said
        )
        made = Front(folder, f"https://127.0.0.1:{port}", f"http://127.0.0.1:{http_port}", trust, apis)
        try:
            wait_until(
                lambda: all(map(_lives, (made.beside(1), made.beside(2), made.browser()))), "the front", 60
            )
            yield made
        finally:
            for process in (*apis, proxy):
                process.terminate()
            for process in (*apis, proxy):
                process.wait(60)


def _lives(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False
