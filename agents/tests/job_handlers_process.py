"""An agent without a control plane, as its own process: a job a line on stdin, a report a line on stdout.

Started in a network namespace of its own it shows what only a kernel under odd settings does.
"""

import shutil
import subprocess
import sys

from agents.contract.jobs import Job
from agents.contract.reports import Report
from agents.failure import JobFailed
from agents.runner.agent import Agent, allow_many_files
from agents.runner.options import parse_options
from agents.runner.running_job import RunningJob


def main() -> None:
    if shutil.which("ip"):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=False)
    allow_many_files()
    agent = Agent(parse_options())
    handlers, host = agent._intake._handlers, agent._host  # pyright: ignore[reportPrivateUsage]
    host.put_back()
    try:
        for line in sys.stdin:
            job = Job.model_validate_json(line)
            try:
                report = getattr(handlers, job.work.kind)(RunningJob(job), job.work)
            except JobFailed as failed:
                report = Report(job_id=job.id, failure=failed.as_failure())
            print(report.model_dump_json(), flush=True)
    finally:
        host.close()


if __name__ == "__main__":
    main()
