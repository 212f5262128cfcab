"""Every table, imported in one place so that migrations and checks see them all."""

from backend.database import Base
from backend.records.access.enrolment import EnrolmentRequest, EnrolmentToken
from backend.records.access.sessions import BrowserSession, SignInLink
from backend.records.access.signing_keys import SigningKey
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.imports import ImportText
from backend.records.latency.histograms import TrialLatency
from backend.records.runs import Run, Trial
from backend.records.samples import SampleSeries
from backend.records.testbeds import Testbed, TestbedRole

__all__ = [
    "Base",
    "BrowserSession",
    "Comparison",
    "EnrolmentRequest",
    "EnrolmentToken",
    "Experiment",
    "Host",
    "ImportText",
    "JobRow",
    "Lease",
    "Run",
    "SampleSeries",
    "SignInLink",
    "SigningKey",
    "Testbed",
    "TestbedRole",
    "Trial",
    "TrialLatency",
]
