"""The agent's way to the broker: what it may do there is to take messages from one queue.

Its Redis user has `BRPOP` on that queue and nothing else, so nothing is bound, marked as in work or given
back: a message that is lost with its agent is sent again by the control plane.

Whoever can write to the broker writes what Celery reads: bytes that are no message, compressed or pickled
bodies, times and callbacks. None of it reaches Celery, which gets a message that is built here.
"""

import base64
import json
import socket
import ssl
import uuid
from typing import Any

import redis
from kombu.transport import TRANSPORT_ALIASES

from agents import blocking_redis_transport
from agents.contract.jobs import MAX_JOB_LENGTH, TASK_NAME, Envelope

_TRANSPORT = "dyno"
_SCHEMES = {
    "redis://": f"{_TRANSPORT}://",
    "rediss://": f"{_TRANSPORT}://",
    "redis+socket://": f"{_TRANSPORT}+socket://",
}
MAX_LENGTH = 4 * MAX_JOB_LENGTH
"""Of a message: a job's text, quoted twice and in base64."""
TRANSPORT_OPTIONS: dict[str, Any] = {
    "ack_emulation": False,  # no keys for messages in work
    "priority_steps": [0],  # one list for the queue
    "socket_connect_timeout": 3,
    "socket_keepalive": True,
    "socket_keepalive_options": {
        # a host that was cut off finds out within 25 s: the system's own patience is two hours, and an agent
        # that waits for an answer neither takes jobs nor puts its host back
        socket.TCP_KEEPIDLE: 10,
        socket.TCP_KEEPINTVL: 5,
        socket.TCP_KEEPCNT: 3,
        socket.TCP_USER_TIMEOUT: 25_000,  # ms
    },
}


class _PinnedConnection(redis.SSLConnection):
    """Trusts the CA of the enrolment alone; without one, those of the system."""

    def _wrap_socket_with_ssl(self, sock: socket.socket) -> ssl.SSLSocket:
        context = ssl.create_default_context(cadata=self.ca_data)
        return context.wrap_socket(sock, server_hostname=self.host)


class _Client(redis.StrictRedis):
    """Reads of each message what an agent takes, so that no bytes in its queue end the agent."""

    def parse_response(self, connection: Any, command_name: Any, **options: Any) -> Any:
        answer: Any = super().parse_response(connection, command_name, **options)
        if command_name != "BRPOP" or not answer:
            return answer
        queue, raw_message = answer
        return queue, rebuild_message(raw_message)


class _Channel(blocking_redis_transport.Channel):
    connection_class_ssl = _PinnedConnection
    do_restore = False

    def _get_client(self) -> type[redis.StrictRedis]:
        return _Client


class Transport(blocking_redis_transport.Transport):
    Channel = _Channel


TRANSPORT_ALIASES[_TRANSPORT] = f"{__name__}:{Transport.__name__}"


def connection_settings(broker_url: str, ca: str) -> dict[str, Any]:
    """Celery's settings of the connection. `ca`: PEM of the CA that a rediss:// broker's certificate has."""
    scheme, separator, rest = broker_url.partition("://")
    return {
        "broker_url": _SCHEMES[scheme + separator] + rest,
        "broker_use_ssl": {"ssl_ca_data": ca or None} if scheme == "rediss" else None,
        "broker_transport_options": TRANSPORT_OPTIONS,
    }


def rebuild_message(raw: bytes) -> bytes:
    """A message of Celery's protocol 2 with the payload of `raw`; with null where that has none."""
    body = [[_payload_of(raw)], {}, {}]
    task_id = str(uuid.uuid4())
    properties: dict[str, Any] = {"body_encoding": "base64", "delivery_tag": task_id, "delivery_info": {}}
    message = {
        "body": base64.b64encode(json.dumps(body).encode()).decode(),
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"task": TASK_NAME, "id": task_id},
        "properties": properties,
    }
    return json.dumps(message).encode()


def _payload_of(raw: bytes) -> dict[str, str] | None:
    """The fields of a signed job, whoever signed it: text alone, as Celery makes objects of some others."""
    if len(raw) > MAX_LENGTH:
        return None
    try:
        body = json.loads(base64.b64decode(json.loads(raw)["body"]))
        fields = {name: body[0][0][name] for name in Envelope.model_fields}
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return fields if all(isinstance(value, str) for value in fields.values()) else None
