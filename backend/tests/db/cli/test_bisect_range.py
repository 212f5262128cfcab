"""`dyno bisect --range`: what cannot be launched is refused before builds take minutes."""

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
