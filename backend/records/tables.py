"""Every table, imported in one place so that migrations and checks see them all."""

from backend.database import Base
from backend.records.access.accounts import Account, ApiToken, Invitation
from backend.records.access.enrolment import EnrolmentRequest, EnrolmentToken
from backend.records.access.sessions import BrowserSession, SignInLink
from backend.records.access.share_links import ShareLink
from backend.records.access.signing_keys import SigningKey
from backend.records.audit.entries import AuditEntry
from backend.records.bisects.bisect import Bisect
from backend.records.comparisons import Comparison
from backend.records.diagnostics.observations import KeptProfile, KeptSystemCalls
from backend.records.experiments import Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.imports import ImportText
from backend.records.latency.histograms import TrialLatency
from backend.records.notifications.notices import Delivery, Notice, Receiver
from backend.records.recipes.own import OwnRecipe
from backend.records.runs import Diagnostic, Run, Trial
from backend.records.samples import SampleSeries
from backend.records.testbeds import Testbed, TestbedRole
from backend.records.verdicts.stored import StoredVerdicts
