"""Complaint of nginx about a config, without the names and paths of its host. Pure."""

import re
from typing import NamedTuple

from agents.contract.reports import Failure

NGINX_TEST = "nginx_test"
MAX_TEXT = 80
_LINE = re.compile(r"^\S*:(\d+)$")  # the rest of “in /…/nginx.conf:23”


class Complaint(NamedTuple):
    """The message, and number and text of the line that it is about, where these are known."""

    message: str
    line: int | None
    text: str


def read_complaint(key: str, message: str, conf: str) -> Complaint:
    """Read the message of an agent about the setup `key`, whose lines begin as those of `conf` do."""
    bare_message = message.removeprefix(f"`nginx -t` of {key}: ")
    complaint, path_text, number = bare_message.partition(" in /")
    line = _LINE.search(number)
    lines = conf.split("\n")
    if not path_text or line is None or not 1 <= int(line[1]) <= len(lines):
        return Complaint(bare_message, None, "")
    at = int(line[1])
    return Complaint(complaint, at, lines[at - 1].strip())


def shorten_refusal(key: str, failure: Failure, conf: str) -> Failure:
    """The failure with what nginx refused and why, equal for every setup that is refused for it."""
    if failure.code != NGINX_TEST or not failure.message.startswith(f"`nginx -t` of {key}: "):
        return failure
    complaint = read_complaint(key, failure.message, conf)
    text = complaint.text if len(complaint.text) <= MAX_TEXT else f"{complaint.text[: MAX_TEXT - 1]}…"
    subject = f"“{text}”" if text else "its configuration"
    return failure.model_copy(update={"message": f"{subject} is refused by nginx: {complaint.message}"})
