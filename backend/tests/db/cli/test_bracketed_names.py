"""Names that look like the markup of the terminal's library are printed as they are."""

from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.tests.db import builders
from backend.tests.db.commands import WORKERS, dyno, end_next

NAME, VARIANT, TESTBED = "sizes [/]", "two [/b] [red]x", "rack [i]a[/]"


@pytest.fixture
def experiment_id(session: Session, server: str, tmp_path: Path) -> str:
    builders.a_testbed(session, TESTBED, cpus=2, online_cpus="0-1")
    session.commit()
    path = tmp_path / "names.yaml"
    text = WORKERS.replace("name: Workers", f'name: "{NAME}"').replace(
        "name: workers 2", f'name: "{VARIANT}"'
    )
    path.write_text(text)
    launch = dyno("launch", str(path), "--quiet")
    assert launch.exit_code == 0, launch.output
    return launch.stdout.strip()


def test_every_command_prints_them(experiment_id: str) -> None:
    for command, name in ((["queue"], NAME), (["testbed", "list"], TESTBED), (["list"], NAME)):
        printed = dyno(*command)
        assert printed.exit_code == 0, printed.output
        assert name in printed.output
    ending = end_next(ExperimentState.FINISHED)
    waited = dyno("wait", experiment_id)
    ending.join()
    for printed in (waited, dyno("show", experiment_id), dyno("compare", experiment_id, experiment_id)):
        assert printed.exit_code == 0, printed.output
        assert VARIANT in printed.output
    assert dyno("share", experiment_id).exit_code == 0
    links = dyno("share", experiment_id, "--list")
    assert links.exit_code == 0, links.output
    assert NAME in links.output
