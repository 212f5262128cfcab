"""Changed texts: what passes the policy is what nginx reads, word for word, or nginx refuses it.

Bounded and always the same; `DYNO_FUZZ=10` looks for new texts for about ten minutes.
"""

import itertools
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from agents.contract.addresses import parse_networks
from agents.contract.jobs import LISTEN
from agents.processes import Processes
from agents.proxy.certificates import certificate_folder
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.render.lexer import Statement, read_conf
from agents.sandbox.sandbox import Sandbox
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.conftest import ANY_PORT, NGINX
from agents.tests.policy.bundles import Text
from agents.tests.policy.mutations import mutated
from agents.tests.policy.real_nginx import nginx_says

pytestmark = pytest.mark.slow
MINUTES = float(os.environ.get("DYNO_FUZZ", "0"))
MAX_S = 10.0  # these texts take milliseconds: beyond it one hangs
ANYWHERE = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
# Blocks whose lines are values: an unknown word in them is no directive to nginx.
VALUES = {"map", "geo", "types", "split_clients", "charset_map"}
LARGE = 48_000
HARD = """x@ 1; |a {|"|$|__X__ |listen 80; |map $a$@ { a @; } |upstream u@ { server $backend; } |
proxy_pass http://$backend; |try_files $uri =404; |if ($a) { return 200; }"""

UNHURRIED = pytest.mark.timeout(120 + MINUTES * 120)

pytestmark = UNHURRIED


def examples(few: int, a_minute: int) -> settings:
    many = int(MINUTES * a_minute)
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=many or few,
        derandomize=not many,
        database=None,
        suppress_health_check=checks,
    )


@pytest.fixture(scope="module")
def agent(sandbox: Sandbox) -> Iterator[Setups]:
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        Path(folder).chmod(0o755)
        state = Path(folder) / "s"
        folders, processes = Folders(state, sandbox.account), Processes(state / "p", sandbox)
        setups = Setups(Servers(NGINX, folders, processes), folders, "127.0.0.1", (22000, 22999), ANYWHERE)
        setups.stop_all()
        yield setups
        setups.close()


@pytest.fixture(scope="module")
def prefix() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        made = Path(folder)
        for name in ("logs", "html", "tmp"):
            (made / name).mkdir()
        (made / "tls").symlink_to(certificate_folder(made / "certificates", "ecdsa256"))
        yield made


@given(text=mutated())
@examples(200, 5000)
def test_the_policy_always_has_an_answer_and_soon(text: Text) -> None:
    begun = time.thread_time()
    found = [*text.refusals(), *text.refusals_of_the_agent()]
    assert time.thread_time() - begun < MAX_S
    event("refused" if found else "passed")
    assert all(refusal.reason and (refusal.line or not refusal.directive) for refusal in found)


@given(text=mutated(), chance=st.randoms(use_true_random=False))
@examples(100, 1500)
def test_what_passes_is_what_nginx_reads(text: Text, chance: Random, agent: Setups, prefix: Path) -> None:
    if text.refusals_of_the_agent():
        event("refused by the policy")
        return
    setup = text.setup()
    (checked,) = agent.check([setup])
    if checked.failure:
        event(f"refused at last: {checked.failure.code}")
        assert checked.failure.code in ("policy", "nginx_test"), checked.failure
        return
    event("taken by nginx")
    head, _, final = checked.conf.partition("\n")
    assert head == "# configuration file nginx.conf:"
    read = re.sub(r"127\.0\.0\.1:22\d{3}", LISTEN, final)
    assert words(without_ours(read_conf(read))) == words(read_conf(setup.conf))
    places = list(ends(read_conf(final)))
    for place in chance.sample(places, min(2, len(places))):
        assert_nginx_expects_a_directive(final, place, prefix)


def without_ours(tree: Sequence[Statement]) -> list[Statement]:
    """The statements but for those that the agent adds."""
    for s in tree:
        if s.name == "http" and s.block is not None:
            s.block = [inner for inner in s.block if not is_ours(inner)]
    return list(tree)


def is_ours(s: Statement) -> bool:
    if s.name.endswith("_temp_path"):
        return s.args[0].startswith("tmp/")
    return s.name == "server" and any(
        i.name == "listen" and i.args[0].startswith("unix:") for i in s.block or []
    )


def words(tree: Sequence[Statement]) -> list:
    return [(s.name, s.args, None if s.block is None else words(s.block)) for s in tree]


def ends(tree: Sequence[Statement]) -> Iterator[int]:
    """The places behind each directive, where the next one may begin."""
    for s in tree:
        if s.block is not None and s.name not in VALUES:
            yield from ends(s.block)
        yield (s.end if s.block is None else s.close) + 1


def assert_nginx_expects_a_directive(final: str, place: int, prefix: Path) -> None:
    """Both agree where a directive ends: there, and at that line, nginx finds one that it does not know."""
    _, said = nginx_says(f"{final[:place]}unknown_here;{final[place:]}", prefix)
    line = final.count("\n", 0, place) + 1
    assert f'unknown directive "unknown_here" in {prefix}/nginx.conf:{line}\n' in said, said


@pytest.mark.exhaustive
@pytest.mark.parametrize("piece", HARD.split("|"))
def test_twice_the_text_takes_twice_the_steps(piece: str) -> None:
    def steps(size: int) -> int:
        """Calls, of Python and of C: the same on every machine."""
        lines = (piece.replace("@", str(number)) for number in range(size // len(piece)))
        text = Text("large", "main", 1, "", "\n".join(lines))
        calls = itertools.count()
        sys.setprofile(lambda *_: next(calls) and None)
        try:
            text.refusals()
        finally:
            sys.setprofile(None)
        return next(calls)

    assert steps(LARGE) < 2.2 * steps(LARGE // 2) + 1000
