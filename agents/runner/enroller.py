"""Enrolment of the agent: asks the control plane to be let in, until it is."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from agents import __version__
from agents.contract.enrolment import Enrolled, Enrolment
from agents.contract.reports import Facts
from agents.contract.version import CONTRACT
from agents.proxy.setups import Setups
from agents.runner.api import ControlPlane, RequestRefused, Unreachable
from agents.runner.host import Host
from agents.runner.options import Options, is_own_address, local_address
from agents.runner.state_directory import StateDirectory
from agents.runner.trust import Untrusted, refuse_overheard

log = logging.getLogger(__name__)
_RETRY_S = (0.25, 0.25, 0.5, 0.5, 0.5, 1, 1, 1, 2, 2, 5)
_WAITING_S = (2, 2, 2, 5)
_REFUSED_S = (5, 10, 30)


@dataclass
class Enroller:
    """Credentials from the control plane; what an agent before this one left changed is restored first."""

    options: Options
    state: StateDirectory
    api: ControlPlane
    host: Host
    setups: Setups
    read_facts: Callable[[], Facts]
    stopping: threading.Event

    def enrol(self, instance: str) -> Enrolled | None:
        """Credentials from the control plane, waiting for it as long as it takes; None when stopped.

        Known ones are presented as they are. An enrolment token is only for an agent that has none, or whose
        credentials are not known any more: with it a revoked credential would be let in again.
        """
        credentials = self.state.credentials()
        attempt, last_reason = 0, ""
        while not self.stopping.is_set():
            credential = credentials.token if credentials else self.state.new_credential()
            try:
                enrolment = self._enrolment(instance, is_known=credentials is not None)
                answer = self.api.enrol(enrolment, credential)
                if isinstance(answer, Enrolled):
                    if not self.options.insecure_network:
                        refuse_overheard(answer.broker_url)
                    if answer.lost_changes and credentials is None:
                        credentials = self._take_over(answer)
                        continue  # its facts are others now
                    self.state.keep_credentials(answer)
                    log.info("enrolled as %s, host %s", self.options.name, answer.host_id)
                    return answer
                reason, delays = f"waiting for approval on the Hosts page: {answer.waiting}", _WAITING_S
            except RequestRefused as error:
                if credentials and error.status == 401:
                    log.warning("the credentials in %s are not known any more", self.state.root)
                    credentials = None
                    continue
                reason, delays = f"the control plane refuses this agent, {error}", _REFUSED_S
            except Untrusted as error:
                reason, delays = str(error), _REFUSED_S
            except (Unreachable, ValueError) as error:
                reason, delays = f"no control plane at {self.options.server} yet: {error}", _RETRY_S
            if reason != last_reason or attempt % 12 == 11:
                log.warning("%s; asking again", reason)
                last_reason = reason
            self.stopping.wait(delays[min(attempt, len(delays) - 1)])
            attempt += 1
        return None

    def _take_over(self, answer: Enrolled) -> Enrolled:
        """Restore what an agent changed whose state directory is lost; the credentials in this answer.

        They are kept after the changes are in the journal: an agent that has them has a whole journal, too.
        """
        log.warning("an earlier agent of this host changed %d settings", len(answer.lost_changes))
        self.host.take_over(answer.lost_changes)
        credentials = answer.model_copy(update={"lost_changes": []})
        self.state.keep_credentials(credentials)
        self.host.put_back()
        return credentials

    def _enrolment(self, instance: str, is_known: bool) -> Enrolment:
        return Enrolment(
            name=self.options.name,
            roles=list(self.options.roles),
            address=self.own_address(),
            ports=self.options.ports,
            version=__version__,
            contract=CONTRACT,
            instance=instance,
            facts=self.read_facts(),
            token="" if is_known else self.options.token,
            pasted=self.options.token if is_known else "",
            takes_over=not is_known,
        )

    def own_address(self) -> str:
        """The one that faces the server where none was given: at the start its name may not be known yet."""
        address = self.options.address or local_address(self.options.server)
        self.setups.ports = replace(self.setups.ports, address=address)
        return address

    def has_moved(self) -> bool:
        """Whether this host lost the address with which it enrolled, as by another lease."""
        return not self.options.address and not is_own_address(self.setups.ports.address)
