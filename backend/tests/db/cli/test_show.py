"""`dyno show` of a run."""

from sqlalchemy.orm import Session

from backend.tests.db import builders
from backend.tests.db.commands import dyno


def test_show_says_which_bottlenecks_are_not_sure(server: str, session: Session) -> None:
    _, runs = builders.article_c(session)
    run = runs["22", "cores", "off"]
    backend = {"code": "backend", "title": "the backend", "role": None, "sentence": "It waits."}
    backend |= {"advice": "more of it", "chart": "nginx"}
    disk = backend | {"code": "disk", "title": "a disk", "is_near": True}
    run.bottlenecks = [disk, backend]
    session.commit()
    text = " ".join(dyno("show", run.id).output.split())
    assert "Near a limit: a disk. It waits. What helps: more of it. Limited by the backend. It" in text


def test_an_interval_of_wild_trials_begins_at_zero(server: str, session: Session) -> None:
    run = builders.run(session, builders.experiment(session), 0, "wild")
    for number, seconds in enumerate((0.008, 0.009, 0.113), 1):
        builders.trial(session, run, number, {"requests_per_s": 100.0, "latency_p99": seconds})
    session.commit()
    (row,) = (line for line in dyno("show", run.id).output.splitlines() if line.startswith("p99 "))
    assert "43.3 ms" in row
    assert "0 ms … 193 ms" in row
