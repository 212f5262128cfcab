"""A dashboard in containers, asked from outside: `python -m e2e.compose.check URL WHAT`.

DYNO_TOKEN is the dashboard's, DYNO_TLS_CA the file with its CA, DYNO_SESSION what `--sign-in` printed.
"""

import argparse
import os
import ssl
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx

from backend.cli.client import Api, ApiProblem
from backend.cli.demo import RECIPE

WITHIN_S = 600
HOSTS = {"load", "proxy", "backend"}
WALLS = {"no_new_privileges", "capabilities", "environment", "limits", "first_to_go"}
ROOT_ONLY = {"user", "read_only", "private_tmp", "hidden_files", "hidden_processes"}
OF_BEFORE = "of-the-last-release"
"""What hosts and experiments of the restored database are called after."""


def end(text: str) -> SystemExit:
    """To be raised."""
    return SystemExit(f"compose-test: {text}")


def wait_for(what: str, holds: Callable[[], bool]) -> None:
    """Return once it holds, also if the dashboard is away meanwhile; SystemExit when it is not in time."""
    deadline = time.monotonic() + WITHIN_S
    while True:
        try:
            if holds():
                return
        except (ApiProblem, httpx.TransportError):
            pass
        if time.monotonic() > deadline:
            raise end(f"not within {WITHIN_S} s: {what}")
        time.sleep(0.5)


def own_hosts(api: Api) -> list[dict]:
    """Those of the containers."""
    return [host for host in api.get("/hosts") if host["name"] in HOSTS]


def wait_for_hosts(api: Api) -> None:
    """Return once the three hosts are heard of from now on."""
    since = datetime.now(UTC)

    def heard() -> bool:
        hosts = [host for host in own_hosts(api) if host["online"]]
        return {h["name"] for h in hosts if datetime.fromisoformat(h["last_seen"]) > since} == HOSTS

    wait_for("the three hosts are online", heard)


def launch(api: Api) -> str:
    """Launch the quick recipe over the three containers; its id once a trial is measured."""
    wait_for_hosts(api)
    hosts = own_hosts(api)
    addresses = {host["address"] for host in hosts}
    if len(addresses) != len(HOSTS):
        raise end(f"the hosts do not have addresses of their own: {sorted(addresses)}")
    check_sandbox(hosts)
    roles = {host["name"]: host["id"] for host in hosts}
    named = {found["name"]: found for found in api.get("/testbeds")}
    testbed = named.get("containers") or api.post("/testbeds", {"name": "containers", "roles": roles})
    launched = api.post("/experiments", {**RECIPE, "testbed_id": testbed["id"]})["id"]
    path = f"/experiments/{launched}"
    wait_for("a trial is measured", lambda: api.get(path)["progress"]["done"] > 0)
    return launched


def check_sandbox(hosts: list[dict]) -> None:
    """Require the parts of the sandbox that an ordinary user can have, and a reason for the others."""
    for host in hosts:
        sandbox = host["facts"]["sandbox"] | host["facts"]["isolation"]
        if {name for name in WALLS if sandbox.get(name) != ""} or not all(map(sandbox.get, ROOT_ONLY)):
            raise end(f"the sandbox of {host['name']} are {sandbox}")


def check_finished(api: Api, experiment_id: str) -> None:
    """Require its end, and a delta with an interval for every run but the baseline."""
    path = f"/experiments/{experiment_id}"
    wait_for("the experiment ends", lambda: api.get(path)["finished_at"] is not None)
    experiment = api.get(path)
    if experiment["state"] != "finished":
        raise end(f"the experiment {experiment['state']}: {experiment['failure']}")
    deltas = [row for row in api.get(f"{path}/deltas", metric="requests_per_s") if row["low"] is not None]
    compared = [row for row in deltas if row["low"] <= row["change"] <= row["high"]]
    if len(compared) < len(experiment["run_list"]) - 1:
        raise end(f"{len(experiment['run_list'])} runs, but deltas only for {len(compared)}")


def sign_in(url: str, link: str, trust: ssl.SSLContext) -> str:
    """Host name and cookie of the session that a link gives. The name is not one that resolves everywhere."""
    place, code = urlsplit(link), urlsplit(link).fragment.removeprefix("sign-in=")
    body, headers = {"code": code}, {"Host": place.netloc}
    answer = httpx.post(f"{url}/api/v1/session", json=body, headers=headers, verify=trust)
    answer.raise_for_status()
    cookie = answer.headers["set-cookie"]
    if not cookie.startswith("__Host-") or "Secure" not in cookie:
        raise end(f"the session's cookie is {cookie}")
    return f"{place.netloc} {cookie.partition(';')[0]}"


def check_session(url: str, session: str, trust: ssl.SSLContext) -> None:
    """Require that it still lets a browser in, and that nobody gets in without."""
    name, cookie = session.split(" ")

    def asked(headers: dict[str, str]) -> int:
        return httpx.get(f"{url}/api/v1/hosts", headers=headers, verify=trust).status_code

    wait_for("the session lets in", lambda: asked({"Host": name, "Cookie": cookie}) == 200)
    if (status := asked({"Host": name})) != 401:
        raise end(f"without the session the dashboard answers {status}")


def check_jobs(api: Api) -> None:
    """Require that each agent takes a job again: Redis lost the agents' users, and got them back."""
    asked = [api.post(f"/hosts/{host['id']}/restore", {}) for host in own_hosts(api)]
    waiting = {host["jobs"][0]["id"]: host["id"] for host in asked}  # the newest job is the first

    def done() -> bool:
        for job_id, host_id in list(waiting.items()):
            jobs = api.get(f"/hosts/{host_id}")["jobs"]
            if any(job["id"] == job_id and job["state"] == "done" for job in jobs):
                del waiting[job_id]
        return not waiting

    wait_for("each agent takes a job", done)


def check_kept(api: Api) -> None:
    """Require the experiment that finished here, and the three hosts and no other."""
    names = sorted(host["name"] for host in api.get("/hosts") if OF_BEFORE not in host["name"])
    if names != sorted(HOSTS):
        raise end(f"the hosts are {names}")
    experiments = api.get("/experiments")
    states = [one["state"] for one in experiments if OF_BEFORE not in one["name"]]
    if states != ["finished"]:
        raise end(f"the experiments are {states}")
    check_jobs(api)


def check_readable(api: Api) -> None:
    """Require everything of the last release: its experiments with deltas, reports and pictures."""
    wait_for("the dashboard answers", lambda: bool(api.get("/hosts")) or True)
    before = [one for one in api.get("/experiments") if OF_BEFORE in one["name"]]
    if not before:
        raise end("nothing is there of the last release")
    for one in before:
        api.get(f"/experiments/{one['id']}/deltas", metric="requests_per_s")
        api.text(f"/experiments/{one['id']}/report")
        with api.download(f"/experiments/{one['id']}/card.png") as picture:
            picture.read()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--sign-in", metavar="LINK", help="print the session of a link")
    what.add_argument("--signed-in", action="store_true", help="nobody gets in without the session")
    what.add_argument("--launch", action="store_true", help="launch over the three hosts; print the id")
    what.add_argument("--finished", metavar="ID", help="it ends, with its deltas")
    what.add_argument("--kept", action="store_true", help="what was launched here is there")
    what.add_argument("--readable", action="store_true", help="what the last release had is there")
    given = parser.parse_args()
    trust = ssl.create_default_context(cafile=os.environ["DYNO_TLS_CA"])
    api = Api(given.url, os.environ["DYNO_TOKEN"], verify=trust)
    if given.sign_in:
        print(sign_in(given.url, given.sign_in, trust))
    elif given.launch:
        print(launch(api))
    elif given.finished:
        check_finished(api, given.finished)
    elif given.readable:
        check_readable(api)
    else:
        check_session(given.url, os.environ["DYNO_SESSION"], trust)
        if given.kept:
            wait_for_hosts(api)
            check_kept(api)


if __name__ == "__main__":
    sys.exit(main())
