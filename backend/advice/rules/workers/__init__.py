"""Rules on worker processes and their CPUs."""

from backend.advice.rules.workers import (
    accept_mutex_with_reuseport,
    affinity_masks,
    more_workers_than_cpus,
    needs_workers,
    one_worker,
    overlapping_pins,
    priority,
)

RULES = (
    accept_mutex_with_reuseport.RULE,
    affinity_masks.RULE,
    more_workers_than_cpus.RULE,
    needs_workers.RULE,
    one_worker.RULE,
    overlapping_pins.RULE,
    priority.RULE,
)
