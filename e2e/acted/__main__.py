"""`python -m e2e.acted` measures the whole staged list on this machine and prints what is said of it."""

from concurrent.futures import ThreadPoolExecutor

from e2e.acted.cases import staged_cases
from e2e.acted.measure import Outcome, measure
from e2e.faults.one_machine import one_machine


def _measure() -> list[Outcome]:
    with one_machine() as lab:
        outcomes = []
        for outcome in measure(lab, staged_cases()):
            outcomes.append(outcome)
            print(
                outcome.case.kind, outcome.case.title, outcome.states, outcome.refusal, sep=" | ", flush=True
            )
        return outcomes


if __name__ == "__main__":
    with ThreadPoolExecutor(1) as pool:  # its network is nobody else's
        outcomes = pool.submit(_measure).result()
    idle = [o for o in outcomes if o.is_idle]
    print(f"{sum(o.case.kind == 'cannot_act' for o in idle)} of 40 that cannot act are said")
    print(f"{sum(o.case.kind == 'act' for o in idle)} of 60 that act are said to do nothing")
    print(f"{sum(bool(o.refusal) for o in outcomes)} did not run")
