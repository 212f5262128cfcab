"""What the nginx of this machine says of a text."""

import subprocess
from pathlib import Path

from agents.tests.conftest import NGINX


def nginx_says(text: str, prefix: Path) -> tuple[bool, str]:
    """Whether `nginx -t` takes a text, and what it prints."""
    (prefix / "nginx.conf").write_bytes(text.encode())
    command = [NGINX, "-t", "-p", f"{prefix}/", "-c", f"{prefix}/nginx.conf", "-e", "stderr"]
    ours = f"pid {prefix}/pid; error_log {prefix}/log;"
    done = subprocess.run([*command, "-g", ours], capture_output=True, timeout=60, stdin=subprocess.DEVNULL)
    return done.returncode == 0, done.stderr.decode(errors="replace")
