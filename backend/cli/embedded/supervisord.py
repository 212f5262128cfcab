"""supervisord, whose logs never end it: what the disk has no room for is dropped.

`python -m backend.cli.embedded.supervisord --configuration FILE`. The library's own handlers say on stderr,
a file on the same disk, that a line could not be written, and let a rotation fail: that closes the pipe of
the part that wrote, and then ends supervisord and with it every part.
"""

from contextlib import suppress

from supervisor import loggers, supervisord


class LossyFile(loggers.RotatingFileHandler):
    """A rotating log that is as long as there is room, and goes on when there is room again."""

    def emit(self, record: loggers.LogRecord) -> None:
        with suppress(OSError):
            if self.stream.closed:  # by a rotation that found no room
                self.closed = True
                self.reopen()
            super().emit(record)

    def handleError(self) -> None:  # noqa: N802 - the library's name
        """The line is lost; there is nowhere to say so."""

    def close(self) -> None:
        with suppress(OSError):
            super().close()


def main() -> None:
    """The library's own command line, with our logs."""
    loggers.RotatingFileHandler = LossyFile
    supervisord.main()


if __name__ == "__main__":
    main()
