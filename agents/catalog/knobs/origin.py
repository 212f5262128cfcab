"""The built-in backend: a second nginx that answers at once, so that it is not the limit."""

from functools import partial

from agents.catalog.knobs.types import Knob

_knob = partial(Knob, role="backend", family="origin")
KNOBS = (
    _knob(
        name="origin.instances",
        axis="instances of the backend",
        type="int",
        unit="instances",
        default="1",
        minimum=1,
        maximum=64,
        text="Number of backends on the backend host, each with its own port and one worker.",
        see=("upstream.use_upstream", "pin.origin"),
    ),
    _knob(
        name="origin.body_bytes",
        axis="payload size",
        type="size",
        unit="B",
        default="11 (hello world)",
        minimum=1,
        maximum=64 * 1024 * 1024,
        text="Size of the answer's body. Up to 2000 bytes come from memory, larger ones from a static page.",
        see=("origin.kind",),
        answers=True,
    ),
    _knob(
        name="origin.kind",
        type="choice",
        default="hello",
        choices=("hello", "static", "status", "empty_gif"),
        text="What answers: a text in memory (hello), a file (static), for which sendfile and "
        "open_file_cache mean something, nginx's own counters (status) or a one-pixel image from memory "
        "(empty_gif).",
        see=("origin.body_bytes", "nginx.sendfile", "nginx.open_file_cache"),
        answers=True,
    ),
    _knob(
        name="origin.delay",
        axis="upstream delay",
        type="duration",
        unit="s",
        default="none: it answers at once",
        minimum=0,
        maximum=60,
        text="Time that the backend waits before each answer, as a slow application would.",
        see=("upstream.keepalive", "origin.instances"),
        answers=True,
        module="http_auth_basic",
        since="1.17.10",
    ),
    _knob(
        name="origin.address",
        type="addresses",
        default="none: the agent starts backends",
        text="host:port of your own servers, used instead of the built-in backend; separate several with "
        "blanks. The agent that talks to them must be started with them (--origins).",
        see=("origin.instances",),
    ),
)
