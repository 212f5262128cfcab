"""The shape of messages belongs to a number. Whoever changes it decides whether older agents still fit."""

import hashlib
import json
from typing import Any

from agents.contract.enrolment import Enrolled, Enrolment, Waiting
from agents.contract.heartbeat import Heartbeat, HeartbeatReply
from agents.contract.jobs import Envelope, Job
from agents.contract.reports import Report, SampleBatch
from agents.contract.version import CONTRACT

MESSAGES = (Enrolment, Enrolled, Waiting, Envelope, Job, Report, Heartbeat, HeartbeatReply, SampleBatch)
SHAPE = (1, "13c4ad999d3fc399")


def test_messages_have_the_shape_of_their_contract() -> None:
    """Where older agents still fit, write the new digest here; where not, count CONTRACT up as well."""
    assert (CONTRACT, _digest()) == SHAPE


def _digest() -> str:
    shapes = {kind.__name__: _shape(kind.model_json_schema()) for kind in MESSAGES}
    return hashlib.sha256(json.dumps(shapes, sort_keys=True).encode()).hexdigest()[:16]


def _shape(schema: Any) -> Any:
    """Without what only people read."""
    if isinstance(schema, dict):
        return {name: _shape(part) for name, part in schema.items() if name not in ("title", "description")}
    return [_shape(part) for part in schema] if isinstance(schema, list) else schema
