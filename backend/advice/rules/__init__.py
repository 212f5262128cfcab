"""The rules of advice: one file each, one folder a topic, whose RULES a new rule joins."""

from backend.advice.rules import (
    answers,
    clients,
    compression,
    connections,
    files,
    kernel,
    logs,
    mix,
    plan,
    tls,
    upstreams,
    workers,
)

RULES = (
    *connections.RULES,
    *workers.RULES,
    *upstreams.RULES,
    *answers.RULES,
    *files.RULES,
    *compression.RULES,
    *logs.RULES,
    *mix.RULES,
    *tls.RULES,
    *clients.RULES,
    *kernel.RULES,
    *plan.RULES,
)
