"""A worker waits for messages alone: each is taken at once, and its end waits for nothing either."""

import subprocess
import sys

from celery import Celery
from kombu.entity import Queue

from agents.contract.jobs import TASK_NAME, queue_of

HOST, MESSAGES = "quiet", 8
# As it is, but for clocks that never strike within this test: only messages and what it is told wake it.
WORKER = """
import os, signal, sys
from kombu.asynchronous.hub import Hub
from agents import blocking_redis_transport
from agents.contract.enrolment import Enrolled
from agents.runner.worker import JobWorker

Hub.fire_timers = lambda *_, **__: 3600
blocking_redis_transport.Transport.brpop_timeout = 3600
enrolled = Enrolled(host_id=sys.argv[1], token="t", broker_url=sys.argv[2], ca="")
worker = JobWorker(enrolled, lambda payload: os.write(1, f"{payload['body']}\\n".encode()))
signal.signal(signal.SIGTERM, lambda *_: worker.stop())
worker.run()
"""


def test_messages_and_the_end_are_not_waited_for(broker_url: str) -> None:
    app = Celery(broker=broker_url, set_as_current=False)
    queue = Queue(queue_of(HOST), no_declare=True)
    command = [sys.executable, "-c", WORKER, HOST, broker_url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout
        for number in range(MESSAGES):  # more than it has threads
            payload = {"key": "", "body": str(number), "signature": ""}
            app.send_task(TASK_NAME, [payload], queue=queue)
        taken = {worker.stdout.readline().strip() for _ in range(MESSAGES)}
        worker.terminate()  # while it waits for more
        assert worker.wait(60) == 0
    assert taken == {str(number) for number in range(MESSAGES)}
