"""The built-in backend: a second nginx that answers at once, so that it is not the limit."""

from functools import partial

from agents.catalog.knobs.types import knob, takes

_knob = partial(knob, role="backend")
KNOBS = (
    _knob(
        "origin.instances",
        takes("int", "1", 1, 64, "instances"),
        "Number of backends on the backend host, such as a second one, each with its own port and one "
        "worker.",
        see=("upstream.use_upstream", "pin.origin"),
        axis="instances of the backend",
    ),
    _knob(
        "origin.body_bytes",
        takes("size", "11 (hello world)", 1, 64 * 1024 * 1024),
        "Size of the answer's body. Up to 2000 bytes come from memory, larger ones from a static page.",
        see=("origin.kind",),
        axis="payload size",
        answers=True,
    ),
    _knob(
        "origin.kind",
        takes("choice", "hello", choices=("hello", "static", "status", "empty_gif")),
        "What answers: a text in memory (hello), a file (static), for which sendfile and "
        "open_file_cache mean something, nginx's own counters (status: stub_status) or a one-pixel image "
        "from memory (empty_gif).",
        see=("origin.body_bytes", "nginx.sendfile", "nginx.open_file_cache"),
        answers=True,
    ),
    _knob(
        "origin.delay",
        takes("duration", "none: it answers at once", 0, 60),
        "Time that the backend waits before each answer, as a slow application would.",
        see=("upstream.keepalive", "origin.instances"),
        axis="upstream delay",
        answers=True,
        module="http_auth_basic",
        since="1.17.10",
    ),
    _knob(
        "origin.address",
        takes("addresses", "none: the agent starts backends"),
        "host:port of your own servers, used instead of the built-in backend; separate several with "
        "blanks. The agent that talks to them must be started with them (--origins).",
        see=("origin.instances",),
    ),
)
