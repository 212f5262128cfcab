"""The agent's way to the broker: what it may do there is to take messages from one queue.

Its Redis user has `BRPOP` on that queue and nothing else, so nothing is bound, marked as in work or given
back: a message that is lost with its agent is sent again by the control plane.
"""

import socket
import ssl
from typing import Any

import redis
from kombu.transport import TRANSPORT_ALIASES

from agents import blocking_redis_transport

_TRANSPORT = "dyno"
_SCHEMES = {
    "redis://": f"{_TRANSPORT}://",
    "rediss://": f"{_TRANSPORT}://",
    "redis+socket://": f"{_TRANSPORT}+socket://",
}
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


class _Channel(blocking_redis_transport.Channel):
    connection_class_ssl = _PinnedConnection
    do_restore = False


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
