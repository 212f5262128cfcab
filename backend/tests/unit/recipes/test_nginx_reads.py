"""A real nginx reads every text that a recipe renders, on machines of every size."""

import shutil
import subprocess
from pathlib import Path

import pytest

from agents.policy import check
from agents.render import setups, with_address
from backend.planning.plan import make_plan
from backend.recipes.library import instantiate, recipes

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/sbin") or "nginx"
OPTIONS = ["-e", "error.log", "-g", "pid nginx.pid;"]


def _texts() -> dict[str, str]:
    """Distinct texts → a recipe that has it."""
    found: dict[str, str] = {}
    for recipe in recipes():
        for form in ("full", "quick"):
            for cpus in (1, 2, 4, 64):
                for run in make_plan(instantiate(recipe, form, cpus), 1).runs:
                    backends = ["127.0.0.1:81"] * int(run.knobs.get("origin.instances", 1))
                    for setup in setups(run.knobs, run.topology, backends).values():
                        found.setdefault(setup.conf, f"{recipe.slug} {form} {run.name}")
    return found


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    (tmp_path / "logs").mkdir()
    (tmp_path / "tls").mkdir()
    options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=dyno"]
    files = ["-keyout", str(tmp_path / "tls/key.pem"), "-out", str(tmp_path / "tls/cert.pem")]
    subprocess.run(["openssl", "req", "-x509", *options, *files], check=True, capture_output=True)
    return tmp_path


def test_nginx_reads_every_text_of_every_recipe(prefix: Path) -> None:
    texts = _texts()
    assert len(texts) > 60
    for text, whose in texts.items():
        assert check(text, lambda *_: True)[1] == [], whose
        conf = with_address(text, "127.0.0.1:18102")
        (prefix / "nginx.conf").write_text(conf)
        command = [NGINX, "-t", "-q", "-p", str(prefix), "-c", "nginx.conf", *OPTIONS]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert done.returncode == 0, f"{whose}: {done.stderr}\n{conf}"
