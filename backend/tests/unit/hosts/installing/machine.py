"""A machine on which install.sh runs as an ordinary user, and a dashboard that serves it a small agent."""

import hashlib
import io
import os
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

SCRIPT = str(files("backend.hosts.installing").joinpath("install.sh"))
TOKEN = "-a-token_of-an-enrolment"  # one in sixty-four begins so
AGENT = """
import sys, time
if "--version" in sys.argv:
    sys.exit(print("{version}"))
print("INFO    {said}", flush=True)
time.sleep(600)
"""


def agent_wheel(version: str, said: str = "enrolled as box, host 1") -> tuple[str, bytes]:
    """An agent that says one thing and stays."""
    info, name = f"dynoboard_agent-{version}.dist-info", f"dynoboard_agent-{version}-py3-none-any.whl"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as wheel:
        wheel.writestr(
            "small_agent.py", "def main():" + AGENT.format(version=version, said=said).replace("\n", "\n    ")
        )
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: dynoboard-agent\nVersion: {version}\n"
        )
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/entry_points.txt", "[console_scripts]\ndyno-agent = small_agent:main\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name, packed.getvalue()


@dataclass
class Machine:
    """`wheels`: what the dashboard serves; `sums`: what it says of them, where that is not the truth.

    `busy`: how often it says first that it is still fetching them.
    """

    home: Path
    url: str = ""
    wheels: dict[str, bytes] = field(default_factory=dict)
    sums: dict[str, str] = field(default_factory=dict)
    busy: int = 0

    @property
    def root(self) -> Path:
        return self.home / ".dyno" / "agent-program"

    def install(self, *words: str, path: str | None = None, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the script, as a pipe from curl does; without words, those of the line on the Hosts page."""
        words = words or ("--server", self.url, "--roles", "load,proxy", "--name", "box")
        own = path or f"{self.home}/bin:{Path(sys.base_prefix) / 'bin'}:{os.environ['PATH']}"
        with open(SCRIPT) as script:
            return subprocess.run(
                ["/bin/sh", "-s", "--", *words],
                check=False,
                stdin=script,
                env={"HOME": str(self.home), "PATH": own, "DYNO_AGENT_TOKEN": TOKEN} | more,
                cwd=self.home,
                capture_output=True,
                text=True,
                timeout=180,
            )

    def pid(self) -> int:
        return int((self.root / "pid").read_text())

    def releases(self) -> list[str]:
        return sorted(found.name for found in self.root.glob("releases/*"))


@contextmanager
def machine(home: Path, environment: Path) -> Iterator[Machine]:
    """One for the duration of the block; its agent is ended.

    `environment`: what `python -I -m venv` gives here, copied instead of made anew.
    """
    made = Machine(home)
    (home / "bin").mkdir()
    python = Path(sys.base_prefix) / "bin" / "python3"
    programs = {
        "id": "echo 1000",  # tests may run as root
        "python3": f'case $* in "-I -m venv "*) exec cp -a {environment} "$4" ;; esac\nexec {python} "$@"',
    }
    for name, text in programs.items():
        (home / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (home / "bin" / name).chmod(0o755)

    class Dashboard(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.removeprefix("/agent/wheels/")
            if name.startswith("cp3") and made.busy:
                made.busy -= 1
                return self._answer(b'{"detail": "It is being fetched"}', 503)
            if name.startswith("cp3"):
                sums = {n: hashlib.sha256(c).hexdigest() for n, c in made.wheels.items()} | made.sums
                return self._answer("".join(f"{digest}  {n}\n" for n, digest in sums.items()).encode())
            return self._answer(made.wheels.get(name, b""))

        def _answer(self, body: bytes, status: int = 200) -> None:
            self.send_response(status)
            if status == 503:
                self.send_header("Retry-After", "1")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Dashboard)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    made.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield made
    finally:
        with suppress(OSError, ValueError):
            os.kill(made.pid(), signal.SIGKILL)
        server.shutdown()
        server.server_close()
