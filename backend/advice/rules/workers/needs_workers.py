"""Settings that spread work over workers, where there is one."""

from collections.abc import Iterator

from backend.advice.nginx import every, words
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import (
    changed_knobs,
    changed_parameters,
    chosen_directives,
    in_words,
    knob_of,
    verb,
)

SPREADING = ("worker_cpu_affinity", "accept_mutex", "accept_mutex_delay", "zone")
MIGRATION = "sysctl.net.ipv4.tcp_migrate_req"


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or subject.workers != 1:
        return
    names = changed_parameters(subject, ("reuseport",))
    if (
        not names
        and subject.is_alone
        and any("reuseport" in args for args, _ in every(subject.tree, "listen"))
    ):
        names = ["reuseport"]
    names += [name for name in chosen_directives(subject, SPREADING) if _spreads(subject, name)]
    knobs = [knob_of(name) for name in names] + changed_knobs(subject, (MIGRATION,))
    names += [MIGRATION.removeprefix("sysctl.")] if MIGRATION in knobs else []
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'spreads', 'spread')} connections or load over several workers; "
            "nginx starts one here"
        )
        cpus = subject.proxy_cpus
        several = len(cpus) if cpus and len(cpus) > 1 else "auto"
        yield Hit(text, knobs[0], Instead({"nginx.worker_processes": several}))


def _spreads(subject: Subject, name: str) -> bool:
    """One mask for the one worker binds it to a CPU, which is of use."""
    masks = words(subject.tree, name)
    return masks[:1] == ("auto",) or len(masks) > 1 if name == "worker_cpu_affinity" else masks != ("off",)


RULE = Rule(
    code="needs_workers",
    severity="warning",
    text="`reuseport` gives each worker a socket, `worker_cpu_affinity` each a CPU, `accept_mutex` lets them "
    "take turns. Without `worker_processes` there is one worker, and nothing to spread.",
    example="nginx.worker_processes: auto",
    source="nginx documentation of listen (reuseport), worker_cpu_affinity, accept_mutex and "
    "worker_processes (default 1)",
    find=find,
)
