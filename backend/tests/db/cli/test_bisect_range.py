"""`dyno bisect`: what cannot be launched is refused before builds take minutes; it is followed by its id."""

import json
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from backend.tests.db import builders
from backend.tests.db.commands import dyno


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--set", "set.upstream.keepalive=8"), "“set.upstream.keepalive” cannot be set"),
        (("--set", "workload.duration=soon"), "duration"),
        (("--testbed", "elsewhere"), "There is no testbed “elsewhere”"),
        ((), "git: "),  # the folder holds no repository
    ],
)
def test_a_mistake_is_said_before_the_first_build(
    server: str, session: Session, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    builders.a_testbed(session, "local")
    session.commit()
    result = dyno("bisect", "--range", "a..b", "--build", "false", "--repository", str(tmp_path), *arguments)
    assert result.exit_code != 0
    assert words in result.output
    assert ("git: " in result.output) == (words == "git: ")


def test_a_mistake_in_a_file_has_its_line(server: str, session: Session, tmp_path: Path) -> None:
    builders.a_testbed(session, "local")
    session.commit()
    file = tmp_path / "order.yaml"
    file.write_text("name: x\nworkloads: [{connections: 16, duration: soon}]\nvariants: [{name: a}]\n")
    assert dyno("bisect", str(file)).stderr.startswith(
        f"dyno bisect: {file}:2:31: Workload 1, Time of a trial: "
    )


def test_a_bisect_is_shown_cancelled_and_waited_for_by_its_id(
    server: str, session: Session, tmp_path: Path
) -> None:
    builders.a_testbed(session, "local")
    session.commit()
    file = tmp_path / "order.yaml"
    variants = "".join(f"  - {{name: k{n}, set: {{nginx.worker_processes: {n}}}}}\n" for n in (1, 2, 3))
    file.write_text(f"name: x\nworkloads: [{{connections: 16, duration: 1}}]\nvariants:\n{variants}")
    bisect = json.loads(dyno("bisect", str(file), "--json").stdout)["id"]
    assert dyno("show", bisect).stdout.startswith("x · running\n")
    assert dyno("wait", bisect, "--fail-if", "worse").exit_code == 2
    assert dyno("cancel", bisect).stdout == "“x”: cancelled\n"
    waited = dyno("wait", bisect)
    assert (waited.exit_code, "Cancelled before its end" in waited.stdout) == (3, True)
    assert json.loads(dyno("show", bisect, "--json").stdout)["state"] == "cancelled"
    for command in ("show", "wait", "cancel"):
        assert dyno(command, "nothing").exit_code == 1
