"""Whatever bytes somebody puts into an agent's queue, they are counted and dropped, and jobs go on.

DYNO_FUZZ=MINUTES looks for new ones for about so long.
"""

import base64
import json
import os
import pickle
import random
import zlib
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from redis import Redis

from agents.contract.jobs import TASK_NAME, FactsJob, queue_of
from agents.runner import broker as agents_broker
from agents.runner.broker import rebuild_message
from agents.tests.agent_process import AgentProcess
from agents.tests.jobs import job_of, message_of

MINUTES = float(os.environ.get("DYNO_FUZZ", "0"))
EXAMPLES = 200 + int(MINUTES * 5_000)
pytestmark = pytest.mark.timeout(120 + 120 * MINUTES)


def celery_message(body: bytes, **changes: Any) -> bytes:
    message = {
        "body": base64.b64encode(body).decode(),
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"task": TASK_NAME, "id": "1", "lang": "py", "retries": 0},
        "properties": {"body_encoding": "base64", "delivery_tag": "1", "delivery_info": {}},
    }
    return json.dumps(message | changes).encode()


def arguments(payload: object) -> bytes:
    return json.dumps([[payload], {}, {}]).encode()


NOTHING = arguments(None)
HEADERS = {"task": TASK_NAME, "id": "1"}
HOSTILE = {
    "empty": b"",
    "bytes": b"\xff\xfe\x00",
    "half of JSON": b'{"body": "',
    "list": b"[]",
    "null": b"null",
    "number": b"9" * 5000,
    "object without anything": b"{}",
    "deep": b"[" * 100_000,
    "deep body": celery_message(b"[" * 100_000),
    "body of bytes": celery_message(b"\xff"),
    "body without arguments": celery_message(b"[]"),
    "body of another type": b'{"body": [1]}',
    "body in broken base64": b'{"body": "%%%"}',
    "no properties": celery_message(NOTHING, properties=None),
    "headers as a list": celery_message(NOTHING, headers=[1]),
    "another task": celery_message(NOTHING, headers={"task": "celery.backend_cleanup", "id": "1"}),
    "pickle": celery_message(pickle.dumps(NOTHING), **{"content-type": "application/x-python-serialize"}),
    "compressed": celery_message(zlib.compress(NOTHING), headers=HEADERS | {"compression": "zlib"}),
    "in a thousand years": celery_message(NOTHING, headers=HEADERS | {"eta": "3026-01-01T00:00:00"}),
    "eta that is none": celery_message(NOTHING, headers=HEADERS | {"eta": {"a": 1}}),
    "half of a surrogate pair": celery_message(arguments("\ud800")),
    "object of a type": celery_message(b'[[{"__type__": "uuid", "__value__": 1}], {}, {}]'),
    "field of another type": celery_message(
        arguments({"key": "", "body": "", "signature": {"__type__": "uuid"}})
    ),
    "callbacks": celery_message(
        json.dumps([[None], {}, {"callbacks": [1], "chain": "x", "chord": 1}]).encode()
    ),
}


def test_an_agent_drops_and_counts_what_is_no_message_and_goes_on(agent: AgentProcess) -> None:
    queue = queue_of(agent.plane.host_id)
    with Redis.from_url(agent.plane.broker_url) as broker:
        for raw in HOSTILE.values():
            broker.lpush(queue, raw)
        agent.plane.wait_for(lambda: agent.plane.heartbeats[-1]["dropped"] == len(HOSTILE))
        job = job_of(FactsJob(), agent.plane.host_id, now=agent.plane.now())
        message = celery_message(arguments(message_of(job)))
        chance = random.Random(0 if not MINUTES else None)
        for _ in range(EXAMPLES):
            broker.lpush(queue, broken(message, chance))
    assert agent.do(FactsJob()).failure is None
    assert agent.is_running()
    assert "Traceback" not in agent.log.read_text()


def broken(message: bytes, chance: random.Random) -> bytes:
    """A good message with some bytes changed, or its end cut off."""
    changed = bytearray(message)
    for _ in range(chance.randint(1, 8)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed[: chance.choice([len(changed), chance.randrange(len(changed))])])


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
MESSAGES = st.one_of(
    st.binary(),
    JSON_VALUES.map(lambda value: json.dumps(value).encode()),
    st.dictionaries(st.sampled_from(["body", "headers", "properties"]), JSON_VALUES).map(
        lambda value: json.dumps(value).encode()
    ),
    st.binary().map(celery_message),
    JSON_VALUES.map(lambda value: celery_message(json.dumps(value).encode())),
)


@settings(max_examples=EXAMPLES, derandomize=not MINUTES, database=None, deadline=timedelta(seconds=5))
@given(MESSAGES)
def test_any_bytes_become_one_message_with_one_argument(raw: bytes) -> None:
    message = json.loads(rebuild_message(raw))
    assert message["headers"].keys() == {"task", "id"}
    ((_payload,), options, embedded) = json.loads(base64.b64decode(message["body"]))
    assert (message["headers"]["task"], options, embedded) == (TASK_NAME, {}, {})


def test_a_payload_arrives_as_it_was_sent() -> None:
    payload = {"key": "é", "body": '{"a": "\\u00e9"}', "signature": "x"}
    message = json.loads(rebuild_message(celery_message(arguments(payload))))
    assert json.loads(base64.b64decode(message["body"]))[0] == [payload]


def test_what_is_longer_than_any_job_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    payload = {"key": "", "body": "", "signature": ""}
    raw = celery_message(arguments(payload))
    for longest, read in ((len(raw), payload), (len(raw) - 1, None)):
        monkeypatch.setattr(agents_broker, "MAX_LENGTH", longest)
        message = json.loads(rebuild_message(raw))
        assert json.loads(base64.b64decode(message["body"]))[0] == [read]
