"""The agent's connection to the broker, as it really is."""

import socket

from celery import Celery

from agents.runner.broker import connection_settings

NOTICED_WITHIN_S = 30


def test_a_broker_that_cannot_be_reached_any_more_is_noticed(broker_url: str) -> None:
    """Whether the agent waits for an answer that will never come, or has sent something itself."""
    app = Celery(set_as_current=False)
    app.conf.update(connection_settings(broker_url, ""))
    with app.connection_for_read() as connection:
        pool = connection.default_channel.client.connection_pool
        link = pool.get_connection()._sock
        idle, between, times, unanswered_ms = (
            link.getsockopt(socket.IPPROTO_TCP, option)
            for option in (
                socket.TCP_KEEPIDLE,
                socket.TCP_KEEPINTVL,
                socket.TCP_KEEPCNT,
                socket.TCP_USER_TIMEOUT,
            )
        )
        assert link.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    assert idle + between * times <= NOTICED_WITHIN_S
    assert 0 < unanswered_ms <= NOTICED_WITHIN_S * 1000
