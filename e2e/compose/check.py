"""Run the quick recipe on a dashboard in containers: `python -m e2e.compose.check URL`, DYNO_TOKEN set.

`--sign-in LINK` prints the session that the link gives, for DYNO_SESSION of `--kept`.
"""

import argparse
import os
import sys
import time
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx

from backend.cli.client import Api, ApiProblem
from backend.cli.demo import launch_and_follow

READY_WITHIN_S = 120
HOSTS = {"load", "proxy", "backend"}
WALLS = {"no_new_privileges", "capabilities", "environment", "limits", "first_to_go"}
ROOT_ONLY = {"user", "read_only", "private_tmp"}


def wait_for_hosts(api: Api) -> None:
    """Return once the three hosts are heard of from now on; SystemExit when they are not in time."""
    since = datetime.now(UTC)
    deadline = time.monotonic() + READY_WITHIN_S
    online: set[str] = set()
    while not online >= HOSTS:
        if time.monotonic() > deadline:
            raise SystemExit(f"compose-test: online are only {sorted(online)}")
        time.sleep(0.5)
        try:
            hosts = [host for host in api.get("/hosts") if host["online"]]
            online = {host["name"] for host in hosts if datetime.fromisoformat(host["last_seen"]) > since}
        except ApiProblem:
            continue


def check_launch(api: Api) -> None:
    """Launch, wait, and require a delta with an interval for every run but the baseline."""
    addresses = {host["address"] for host in api.get("/hosts")}
    if len(addresses) != len(HOSTS):
        raise SystemExit(f"compose-test: the hosts do not have addresses of their own: {sorted(addresses)}")
    check_walls(api)
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


def check_walls(api: Api) -> None:
    """Require the walls that an ordinary user can raise, and a reason for each that it cannot."""
    for host in api.get("/hosts"):
        walls = host["facts"]["walls"]
        if {name for name in WALLS if walls.get(name) != ""} or not all(map(walls.get, ROOT_ONLY)):
            raise SystemExit(f"compose-test: the walls of {host['name']} are {walls}")


def sign_in(url: str, link: str) -> str:
    """Host name and cookie of the session that a link gives. The name is not one that resolves everywhere."""
    place, code = urlsplit(link), urlsplit(link).fragment.removeprefix("sign-in=")
    answer = httpx.post(f"{url}/api/v1/session", json={"code": code}, headers={"Host": place.netloc})
    answer.raise_for_status()
    return f"{place.netloc} {answer.headers['set-cookie'].partition(';')[0]}"


def check_session(url: str, session: str) -> None:
    """Require that it still lets a browser in, and that nobody gets in without."""
    name, cookie = session.split(" ")
    headers = {"Host": name, "Cookie": cookie}
    asked = [httpx.get(f"{url}/api/v1/hosts", headers=h).status_code for h in (headers, {"Host": name})]
    if asked != [200, 401]:
        raise SystemExit(f"compose-test: with and without the session the dashboard answers {asked}")


def check_returned(api: Api) -> None:
    """Require that each agent takes a job again: Redis lost the agents' users, and got them back."""
    deadline = time.monotonic() + READY_WITHIN_S
    asked = [api.post(f"/hosts/{host['id']}/restore", {}) for host in api.get("/hosts")]
    waiting = {host["jobs"][0]["id"]: host for host in asked}  # the newest job is the first
    while waiting:
        if time.monotonic() > deadline:
            names = sorted(host["name"] for host in waiting.values())
            raise SystemExit(f"compose-test: after the restart no job ends on {', '.join(names)}")
        time.sleep(0.5)
        for job_id, host in list(waiting.items()):
            jobs = api.get(f"/hosts/{host['id']}")["jobs"]
            if any(job["id"] == job_id and job["state"] == "done" for job in jobs):
                del waiting[job_id]


def check_kept(api: Api) -> None:
    """Require the experiment that finished before the restart, and the three hosts and no other."""
    names = sorted(host["name"] for host in api.get("/hosts"))
    if names != sorted(HOSTS):
        raise SystemExit(f"compose-test: after the restart the hosts are {names}")
    states = [experiment["state"] for experiment in api.get("/experiments")]
    if states != ["finished"]:
        raise SystemExit(f"compose-test: after the restart the experiments are {states}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--kept", action="store_true", help="only require what an earlier check launched")
    parser.add_argument("--sign-in", metavar="LINK", help="only print the session of a link")
    given = parser.parse_args()
    if given.sign_in:
        print(sign_in(given.url, given.sign_in))
        return
    api = Api(given.url, os.environ["DYNO_TOKEN"])
    wait_for_hosts(api)
    if given.kept:
        check_session(given.url, os.environ["DYNO_SESSION"])
        check_kept(api)
        check_returned(api)
    else:
        check_launch(api)


if __name__ == "__main__":
    sys.exit(main())
