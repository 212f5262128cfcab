"""Messages reach the control plane in order, once, whatever happens on the way."""

import threading
from pathlib import Path

import pytest

from agents.runner import outbox as module
from agents.runner.outbox import Outbox, delivery_of


class Api:
    """Answers with the next of `answers`, then always 200; an OSError means nobody is there."""

    def __init__(self, *answers: int | OSError) -> None:
        self.answers, self.got = list(answers), list[bytes]()

    def __call__(self, body: bytes) -> int:
        answer = self.answers.pop(0) if self.answers else 200
        if isinstance(answer, OSError):
            raise answer
        self.got.append(body)
        return answer


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_BACKOFF_S", (0.001,))


def deliver(folder: Path, api: Api, *bodies: bytes) -> Outbox:
    outbox = Outbox(folder / "reports", api, durable=True)
    for body in bodies:
        outbox.put(body)
    outbox.start()
    assert outbox.drain(60)
    outbox.stop()
    return outbox


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        (200, "accepted"),
        (204, "accepted"),
        (404, "refused"),
        (422, "refused"),
        (401, "again"),
        (408, "again"),
        (429, "again"),
        (500, "again"),
        (302, "again"),
    ],
)
def test_verdicts(status: int, wanted: str) -> None:
    assert delivery_of(status) == wanted


def test_delivers_in_order_and_keeps_nothing(tmp_path: Path) -> None:
    api = Api()
    deliver(tmp_path, api, *(b"%d" % n for n in range(12)))
    assert api.got == [b"%d" % n for n in range(12)]
    assert list((tmp_path / "reports").iterdir()) == []


def test_what_may_be_lost_is_delivered_in_order_and_never_on_disk(tmp_path: Path) -> None:
    api = Api()
    outbox = Outbox(tmp_path / "samples", api)
    outbox.put(b"live", in_memory=True)
    assert list((tmp_path / "samples").iterdir()) == []
    outbox.put(b"stored")
    outbox.start()
    assert outbox.drain(60)
    outbox.stop()
    assert api.got == [b"live", b"stored"]


def test_tries_again_while_the_api_is_unreachable(tmp_path: Path) -> None:
    api = Api(ConnectionRefusedError(), 503, 401, 200)
    deliver(tmp_path, api, b"a", b"b")
    assert api.got[-2:] == [b"a", b"b"]


def test_what_is_refused_steps_aside(tmp_path: Path) -> None:
    api = Api(422)
    deliver(tmp_path, api, b"a", b"b")
    assert api.got == [b"a", b"b"]
    (kept,) = (tmp_path / "refused").iterdir()
    assert kept.read_bytes() == b"a"


def test_a_restart_finds_what_was_not_delivered(tmp_path: Path) -> None:
    before = Outbox(tmp_path / "reports", Api(), durable=True)
    before.put(b"a")
    before.put(b"b")
    api = Api()
    deliver(tmp_path, api, b"c")
    assert api.got == [b"a", b"b", b"c"]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_atomically", full)
    api = Api(503)
    deliver(tmp_path, api, b"a", b"b")
    assert api.got[-2:] == [b"a", b"b"]


def test_a_full_spool_drops_its_oldest(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "samples", api := Api(), max_messages=2)
    for body in (b"a", b"b", b"c"):
        outbox.put(body)
    outbox.start()
    assert outbox.drain(60)
    outbox.stop()
    assert api.got == [b"b", b"c"]


def test_delivery_wakes_at_once(tmp_path: Path) -> None:
    arrived = threading.Event()
    outbox = Outbox(tmp_path / "reports", lambda _: (arrived.set(), 200)[1])
    outbox.start()
    outbox.put(b"a")
    assert arrived.wait(30)
    outbox.stop()


def test_a_report_that_is_delivered_at_once_is_never_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes: list[object] = []
    monkeypatch.setattr(module, "write_atomically", lambda *args, **_: writes.append(args))
    monkeypatch.setattr(module, "_AT_ONCE_S", 60)
    outbox = Outbox(tmp_path / "reports", api := Api(), durable=True)
    outbox.start()
    outbox.put(b"a")
    assert api.got == [b"a"], "delivered before put returns"
    outbox.stop()
    assert writes == []


def test_a_report_is_on_disk_when_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AT_ONCE_S", 60)
    monkeypatch.setattr(module, "_BACKOFF_S", (60,))
    outbox = Outbox(tmp_path / "reports", api := Api(ConnectionRefusedError()), durable=True)
    outbox.start()
    outbox.put(b"a")
    (path,) = (tmp_path / "reports").iterdir()
    assert path.read_bytes() == b"a"
    outbox.retry_now()
    assert outbox.drain(60)
    outbox.stop()
    assert api.got == [b"a"]
    assert not path.exists()


def test_a_report_is_on_disk_when_the_answer_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_AT_ONCE_S", 0)
    got, answer = list[bytes](), threading.Event()

    def post(body: bytes) -> int:
        got.append(body)
        assert answer.wait(60)
        return 200

    outbox = Outbox(tmp_path / "reports", post, durable=True)
    outbox.start()
    outbox.put(b"a")
    assert [path.read_bytes() for path in (tmp_path / "reports").iterdir()] == [b"a"]
    answer.set()
    assert outbox.drain(60)
    outbox.stop()
    assert got == [b"a"]
    assert list((tmp_path / "reports").iterdir()) == []


def test_a_report_that_is_refused_at_once_is_kept(tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "reports", Api(422), durable=True)
    outbox.start()
    outbox.put(b"a")
    assert outbox.drain(60)
    outbox.stop()
    assert [path.read_bytes() for path in (tmp_path / "refused").iterdir()] == [b"a"]
