"""Lines of the kernel's log: those that bear on a trial, from its begin on, as plain text."""

import os
from pathlib import Path

import pytest

from agents.contract.counters import MAX_EVENT_LENGTH, MAX_EVENTS
from agents.observe.kernel_log import KernelLog, event_of

SAID = "TCP: request_sock_TCP: Possible SYN flooding on port 127.0.0.1:21483."
FLOOD = f"4,1310,31232941170,-;{SAID}\n SUBSYSTEM=x\n"


def test_a_record_has_its_time_and_one_line_of_text() -> None:
    event = event_of(FLOOD, 1000.0)
    assert event
    assert event.at == pytest.approx(1000 + 31232.94117)
    assert event.text == SAID


def test_what_a_device_calls_itself_is_plain_and_short() -> None:
    event = event_of("4,1,5,-;eth\x1b[31m0 Link is down" + "x" * 9000, 0.0)
    assert event
    assert event.text.startswith("eth [31m0 Link is down")
    assert len(event.text) == MAX_EVENT_LENGTH
    assert event.text.isprintable()


@pytest.mark.parametrize("record", ["", "4,1", "a;b", "4,1,x,-;SYN flooding"])
def test_what_is_no_record_is_no_event(record: str) -> None:
    assert event_of(record, 0.0) is None


def said(records: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What is kept of these, read one by one as the kernel hands them out."""
    log = tmp_path / "kmsg"
    log.touch()
    left = iter(records)

    def read(file: int, size: int) -> bytes:
        record = next(left, None)
        if record is None:
            raise BlockingIOError
        if record == "overwritten":
            raise BrokenPipeError
        return record.encode()

    found = KernelLog(log)
    monkeypatch.setattr(os, "read", read)
    events = found.events(0.0)
    monkeypatch.undo()
    found.close()
    return [event.text for event in events]


def test_only_what_bears_on_a_trial_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    records = ["6,1,1,-;usb 1-1: new device\n", "overwritten", FLOOD, "4,3,9,-;nginx[77]: segfault at 0\n"]
    kept = said(records, monkeypatch, tmp_path)
    assert [text.split(":")[0] for text in kept] == ["TCP", "nginx[77]"]


def test_a_kernel_that_never_ends_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert len(said([FLOOD] * 20_000, monkeypatch, tmp_path)) == MAX_EVENTS


def test_without_the_right_to_read_there_is_nothing(tmp_path: Path) -> None:
    log = KernelLog(tmp_path / "missing")
    assert log.events(0.0) == []
    log.close()


@pytest.mark.skipif(not os.access("/dev/kmsg", os.W_OK), reason="needs root: writes into the kernel's log")
def test_on_this_machine_a_line_is_seen_when_it_is_said() -> None:
    log = KernelLog()
    with open("/dev/kmsg", "w") as kernel:
        kernel.write("dynoboard test: Link is down\n")
    events = log.events(0.0)
    log.close()
    assert any("dynoboard test: Link is down" in event.text for event in events)
