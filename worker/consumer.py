"""The worker's connection to Redis: one that refuses is waited for, like one that is away."""

from typing import Any

from celery.worker.consumer import Consumer
from redis import ResponseError


class PatientConsumer(Consumer):
    """Celery would end the worker when Redis refuses for want of disk (MISCONF) or memory (OOM)."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.connection_errors = (*self.connection_errors, ResponseError)
