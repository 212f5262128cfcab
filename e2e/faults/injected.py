"""What an injection tells about itself."""

import time
from dataclasses import dataclass, field


@dataclass
class Injected:
    """`over`: when the fault was over, epoch seconds; `said`: what it found wrong by itself."""

    over: float = field(default_factory=time.time)
    said: list[str] = field(default_factory=list)
