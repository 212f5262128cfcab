"""Every table, imported in one place so that migrations and checks see them all."""

from backend.database import Base
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment, JobRow, Lease
from backend.records.hosts import Host
from backend.records.imports import ImportText
from backend.records.runs import Run, Trial
from backend.records.samples import SampleSeries
from backend.records.testbeds import Testbed, TestbedRole

__all__ = [
    "Base",
    "Comparison",
    "Experiment",
    "Host",
    "ImportText",
    "JobRow",
    "Lease",
    "Run",
    "SampleSeries",
    "Testbed",
    "TestbedRole",
    "Trial",
]
