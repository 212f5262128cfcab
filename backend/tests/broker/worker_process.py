"""An agent's Celery worker alone, as a process: `python worker_process.py BROKER_URL HOST_ID [CA_FILE]`.

It prints each payload that it takes.
"""

import logging
import sys
from pathlib import Path

from agents.contract.enrolment import Enrolled
from agents.contract.jobs import Envelope
from agents.runner.worker import JobWorker


def main() -> None:
    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    url, host_id, *ca = sys.argv[1:]
    enrolled = Enrolled(host_id=host_id, token="t", broker_url=url, ca=Path(ca[0]).read_text() if ca else "")
    JobWorker(enrolled, lambda payload: print(Envelope.model_validate(payload).body, flush=True)).run()


if __name__ == "__main__":
    main()
