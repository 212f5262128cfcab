"""Cards for those who cannot ask for them: as bytes, without a request."""

from backend.database import transaction
from backend.presentation.exports import service
from backend.presentation.pictures import cards
from backend.records import experiments_queries


def card_of_experiment(experiment_id: str) -> bytes | None:
    """PNG; None for an experiment that was deleted."""
    with transaction() as session:
        if experiments_queries.experiment(session, experiment_id) is None:
            return None
        card = cards.of_experiment(service.report_inputs(session, experiment_id))
    return cards.picture(card).draw()
