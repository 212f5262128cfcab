"""`.ci/setup`: targets of several lanes call it at once."""

import fcntl
import shutil
import subprocess
from pathlib import Path

import psutil

from backend.tests.db.commands import until

SCRIPT = Path(__file__).parents[4] / ".ci" / "setup"
PROGRAMS = ("bash", "dirname", "mkdir", "flock")


def test_one_waits_until_another_of_its_checkout_has_ended(tmp_path: Path) -> None:
    script = tmp_path / ".ci" / "setup"
    script.parent.mkdir()
    shutil.copy(SCRIPT, script)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in PROGRAMS:
        (programs / name).symlink_to(shutil.which(name) or name)
    stamps = tmp_path / ".setup"
    stamps.mkdir()
    with (stamps / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = subprocess.Popen(
            [script], env={"PATH": str(programs), "HOME": str(tmp_path)}, stderr=subprocess.PIPE, text=True
        )
        until(lambda: [child.name() for child in psutil.Process(process.pid).children()] == ["flock"])
    _, errors = process.communicate(timeout=60)
    assert "Python 3.11 to 3.14 is missing" in errors, "it goes on, and finds nothing in this PATH"
