"""A bisect that is sent again, for its answer was lost, is one bisect."""

from backend.tests.db.agents import Farm
from backend.tests.db.bisects.test_bisects import body


def test_a_bisect_whose_answer_was_lost_is_launched_once(farm: Farm) -> None:
    headers = {"Idempotency-Key": "a"}
    answers = [farm.client.post("/api/v1/bisects", json=body(), headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert len(farm.client.get("/api/v1/bisects").json()) == 1
