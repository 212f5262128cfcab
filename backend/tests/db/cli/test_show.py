"""`dyno show` of a run."""

from sqlalchemy.orm import Session

from backend.diagnostics.bottlenecks.bottleneck import Bottleneck
from backend.tests.db import builders
from backend.tests.db.commands import dyno


def test_show_says_which_bottlenecks_are_not_sure(server: str, session: Session) -> None:
    _, runs = builders.article_c(session)
    run = runs["22", "cores", "off"]
    backend = Bottleneck(
        code="backend", title="the backend", sentence="It waits.", advice="more of it", chart="nginx"
    )
    disk = backend.model_copy(update={"code": "disk", "title": "a disk", "is_near": True})
    run.bottlenecks = [bottleneck.model_dump() for bottleneck in (disk, backend)]
    session.commit()
    text = " ".join(dyno("show", run.id).output.split())
    assert "Near a limit: a disk. It waits. What helps: more of it. Limited by the backend. It" in text
