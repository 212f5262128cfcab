"""`GET /metrics`, in the text that Prometheus reads."""

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from backend.operations.metrics.readings import Readings
from backend.prometheus import OF_PROCESS

metrics = APIRouter(include_in_schema=False)


@metrics.get("/metrics")
def get_metrics(request: Request) -> Response:
    """The whole server's figures, and what this process counted."""
    registry = CollectorRegistry()
    registry.register(Readings(request.app.state.look))
    text = generate_latest(registry) + generate_latest(OF_PROCESS)
    return Response(text, media_type=CONTENT_TYPE_LATEST)
