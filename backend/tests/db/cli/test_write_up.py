"""`dyno show` of an experiment whose recipe has the figures of a write-up."""

from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from backend.tests.db import builders
from backend.tests.db.commands import dyno


def test_show_has_the_figures_of_a_write_up_beside_ours(server: str, session: Session) -> None:
    experiment, _ = builders.article_c(session)
    row = {"variant": "pinned", "requests_per_s": 8911.3, "latency_mean": 0.01204, "delta": 0.0241}
    experiment.definition |= {"published": {"source": "A write-up of 2024", "rows": [row]}}
    flag_modified(experiment, "definition")
    session.commit()
    output = " ".join(dyno("show", experiment.id).output.split())
    assert "pinned 8 911.3 12.04 ms +2.41%" in output
    assert "Published: A write-up of 2024." in output
    assert "connections" not in output
