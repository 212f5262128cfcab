"""What ends `dyno up`."""

import os
import signal

import pytest

from backend.cli.up import ended_by_signals


class Finalised:
    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_that_came_while_an_object_was_finalised_is_known() -> None:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        with ended_by_signals() as is_interrupted:
            assert not is_interrupted()
            finalised = Finalised()
            del finalised  # Python drops what the handler raises
            assert is_interrupted()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
