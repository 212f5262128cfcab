"""All parts of a stack under one supervisord: started in order until they are ready, and stopped."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from backend.cli.embedded import leftovers
from backend.cli.embedded.agent_tokens import credential_of, hand_out
from backend.cli.embedded.dashboard import Dashboard
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.problem import StackProblem
from backend.cli.embedded.process import last_line, wait_until
from backend.cli.embedded.programs import APPLICATION, SERVERS, Program
from backend.cli.embedded.servers import DATABASE, Say, Servers, refusal
from backend.cli.embedded.supervision import BROKEN, Supervisor
from backend.health import crash_loops
from backend.settings import Settings

ASK_EVERY_S = 0.1
READY_WITHIN_S = 180  # the first start of a fresh installation also compiles all of it


@dataclass
class Parts:
    """What a start needs; `start` may be called once more after the end of a supervisord."""

    layout: Layout
    settings: Settings
    servers: Servers
    programs: Sequence[Program]
    environment: dict[str, str]
    agents: Sequence[str]
    dashboard: Dashboard
    _supervisor: Supervisor | None = field(default=None, init=False)

    @property
    def supervisor(self) -> Supervisor:
        """The one of the last start."""
        assert self._supervisor is not None
        return self._supervisor

    def start(self, say: Say) -> None:
        """Return once everything is ready; StackProblem when something is in the way."""
        crash_loops.write(self.layout.root, [])
        self._supervisor = Supervisor(self.layout, self.programs, self.environment)
        self._supervisor.wait_ready()
        self._start_servers(say)
        _migrate(self.servers, say)
        for name in self.agents:
            if credential_of(self.layout.agent_state(name)):  # one without gets its token at its start
                hand_out(self.layout, self.servers.database_url, name)
        agents_text = f" and {len(self.agents)} agents" if self.agents else ""
        say(f"Starting dashboard, worker{agents_text}; the first start after an installation takes longer …")
        self._start_application()

    def stop(self) -> None:
        """End every part, in order where supervisord is still there to keep it."""
        if self._supervisor:
            self._supervisor.stop()
        leftovers.end_children()
        crash_loops.write(self.layout.root, [])

    def why_it_ended(self) -> str:
        """The last words of a supervisord that is gone."""
        return f"supervisord ended: {last_line(self.layout.log('supervisord'))}"

    def _start_servers(self, say: Say) -> None:
        if self.servers.redis is None and (problem := refusal(self.settings)):
            raise StackProblem(problem)
        own_servers = [server for server in (self.servers.postgres, self.servers.redis) if server]
        if not own_servers:
            return
        self.supervisor.start(SERVERS)
        wait_until(lambda: self._all_well() and all(server.ready() for server in own_servers), "the database")
        if self.servers.postgres:
            self.servers.postgres.ensure_database(DATABASE)
        say(" and ".join(self.servers.names()) + (" are up" if len(own_servers) > 1 else " is up"))

    def _start_application(self) -> None:
        self.supervisor.start(APPLICATION)
        deadline = time.monotonic() + READY_WITHIN_S
        while self._all_well() and (lacking := self.dashboard.lacks(self.agents)):
            if time.monotonic() > deadline:
                raise StackProblem(f"not ready within {READY_WITHIN_S} s, {lacking}; see {self.layout.logs}")
            time.sleep(ASK_EVERY_S)

    def _all_well(self) -> bool:
        """True; StackProblem with the end of its log when a part cannot start."""
        if self.supervisor.process.poll() is not None:
            raise StackProblem(self.why_it_ended())
        for part in self.supervisor.parts():
            if part.state in BROKEN:
                raise StackProblem(f"{part.name} cannot start: {last_line(self.layout.log(part.name))}")
        return True


def _migrate(servers: Servers, say: Say) -> None:
    from sqlalchemy.exc import DBAPIError, OperationalError

    from backend.cli.migrate import upgrade
    from backend.schema_version import WrongSchema

    try:
        if upgrade(servers.database_url):
            say("Migrated the database to this version's schema")
    except WrongSchema as problem:
        raise StackProblem(str(problem)) from None
    except OperationalError as problem:
        reason = str(problem.orig).strip().splitlines()[0]
        raise StackProblem(f"the database does not answer: {reason}") from None
    except DBAPIError as problem:
        reason = str(problem.orig).strip().splitlines()[0]
        raise StackProblem(f"the database cannot be migrated to this version's schema: {reason}") from None
