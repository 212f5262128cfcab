"""Accounting of a change in throughput: CPU, waiting, rest."""

import numpy as np
import pytest

from backend.diagnostics.accounting import Counted, accounting, accounting_sentence

SEED = 20261125


def trials(
    us: float, cpu_us: float, backend: float = 1.0, proxy: float = 4.0, starts: int = 12
) -> list[Counted]:
    """Twelve rounds that take `us` a request, with so many of 16 connections in backend and proxy."""
    rng = np.random.default_rng([SEED, int(1e4 * us)])
    return [
        Counted(
            round_,
            1 + (round_ - 1) * starts // 12,
            1e6 / (us * float(np.exp(rng.normal(0, 0.01)))),
            16,
            {"proxy": cpu_us * float(np.exp(rng.normal(0, 0.01))), "backend": 5.0},
            {"backend": backend, "proxy": proxy},
        )
        for round_ in range(1, 13)
    ]


BASE = trials(56, 30)


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        # as a backend that waits 4 ms before each answer
        (trials(200, 40.6, backend=15, proxy=15.5), "at the backend."),
        # as a proxy that waits by a timer
        (trials(200, 40.6, backend=0.4, proxy=15.5), "in the proxy."),
        # as a host of which a hypervisor takes 35%, or a load tool that is full
        (trials(86, 31, backend=1, proxy=4), "outside of proxy and backend."),
    ],
)
def test_a_loss_is_cpu_and_waiting_somewhere(run: list[Counted], sentence: str) -> None:
    text = accounting_sentence(accounting(BASE, run))
    assert text.startswith("CPU explains at most ")
    assert int(text.split("at most ")[1].split("%")[0]) < 15
    assert text.endswith(sentence)


def test_a_loss_that_is_all_cpu_names_no_waiting() -> None:
    assert accounting_sentence(accounting(BASE, trials(76, 50))) == "CPU may explain all of the loss."


def test_parts_add_up_to_the_change_of_the_time_a_request() -> None:
    *parts, total = accounting(BASE, trials(200, 40.6, backend=15, proxy=15.5))
    assert sum(part.change for part in parts) == pytest.approx(total.change)
    assert total.change == pytest.approx(144, rel=0.02)


def test_equals_and_too_few_starts_say_nothing() -> None:
    assert accounting_sentence(accounting(BASE, trials(56.01, 30))) == ""
    kept = trials(200, 40.6, backend=15, starts=2)
    assert accounting_sentence(accounting(trials(56, 30, starts=2), kept)) == ""
    assert accounting_sentence(accounting(BASE, [])) == ""
