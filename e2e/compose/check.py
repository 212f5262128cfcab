"""Run the quick recipe on a dashboard in containers: `python -m e2e.compose.check URL`."""

import argparse
import sys
import time

from backend.cli.client import Api, ApiProblem
from backend.cli.demo import launch_and_follow

READY_WITHIN_S = 120
HOSTS = {"load", "proxy", "backend"}


def wait_for_hosts(api: Api) -> None:
    """Return once the three hosts are online; SystemExit when they are not in time."""
    deadline = time.monotonic() + READY_WITHIN_S
    online: set[str] = set()
    while not online >= HOSTS:
        if time.monotonic() > deadline:
            raise SystemExit(f"compose-test: online are only {sorted(online)}")
        time.sleep(0.5)
        try:
            online = {host["name"] for host in api.get("/hosts") if host["online"]}
        except ApiProblem:
            continue


def check_launch(api: Api) -> None:
    """Launch, wait, and require a delta with an interval for every run but the baseline."""
    addresses = {host["address"] for host in api.get("/hosts")}
    if len(addresses) != len(HOSTS):
        raise SystemExit(f"compose-test: the hosts do not have addresses of their own: {sorted(addresses)}")
    experiment = launch_and_follow(api)
    if experiment["state"] != "finished":
        raise SystemExit(f"compose-test: the experiment {experiment['state']}: {experiment['failure']}")
    deltas = api.get(f"/experiments/{experiment['id']}/deltas", metric="requests_per_s")
    compared = [
        row for row in deltas if row["low"] is not None and row["low"] <= row["change"] <= row["high"]
    ]
    if len(compared) < len(experiment["run_list"]) - 1:
        raise SystemExit(
            f"compose-test: {len(experiment['run_list'])} runs, but deltas only for {len(compared)}"
        )


def check_kept(api: Api) -> None:
    """Require the experiment that finished before the restart."""
    states = [experiment["state"] for experiment in api.get("/experiments")]
    if states != ["finished"]:
        raise SystemExit(f"compose-test: after the restart the experiments are {states}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--kept", action="store_true", help="only require what an earlier check launched")
    given = parser.parse_args()
    api = Api(given.url)
    wait_for_hosts(api)
    (check_kept if given.kept else check_launch)(api)


if __name__ == "__main__":
    sys.exit(main())
