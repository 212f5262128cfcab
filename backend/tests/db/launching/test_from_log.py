"""Upload of an access log over the API."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from backend.tests.unit.access_logs.logs import combined_line

PATH = "/api/v1/workloads/from-log"
LOG = combined_line("/secret?a=b", size=5000) * 30 + combined_line(method="POST")


def test_the_answer_is_a_workload_that_can_be_planned(client: TestClient) -> None:
    answer = client.post(PATH, content=LOG).json()

    assert answer["workload"]["site"] == [5000]
    assert answer["summary"]["left_out"][0]["kind"] == "body"
    assert "secret" not in str(answer)
    text = f"name: x\nvariants: [{{name: a}}, {{name: b}}]\n{answer['yaml']}"
    plan = client.post("/api/v1/plans", json={"yaml": text}).json()
    assert [error["place"] for error in plan["errors"]] == ["testbed"]  # there is none here


def test_a_log_larger_than_other_bodies_may_be_is_read_in_pieces(client: TestClient) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(300):
            yield LOG.encode() * 10

    answer = client.post(PATH, content=pieces(), params={"keep_paths": True, "mask": True}).json()

    assert answer["summary"]["lines"] == 31 * 10 * 300
    assert answer["workload"]["mix"] == [{"path": "/secret?a=x", "weight": 90000.0}]


@pytest.mark.parametrize(
    ("content", "query", "message"),
    [
        (b"", {}, "no lines"),
        (b"\x00\x1b[2J" * 5, {}, r"line 1: \x00\x1b[2J"),
        (b"not a log\n" * 100_000, {}, "Give the log_format"),
        (LOG.encode(), {"log_format": "$status"}, "needs $request"),
        (LOG.encode(), {"mask": True}, "keep_paths"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(
    client: TestClient, content: bytes, query: dict[str, str], message: str
) -> None:
    answer = client.post(PATH, content=content, params=query)

    assert answer.status_code == 422
    assert message in answer.json()["detail"]
