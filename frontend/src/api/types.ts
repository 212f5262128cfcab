import type { components } from './schema';

type Schemas = components['schemas'];

export type Experiment = Schemas['ExperimentDetail'];
export type ExperimentSummary = Schemas['ExperimentSummary'];
export type ExperimentIn = Schemas['ExperimentIn'];
export type ExperimentState = ExperimentSummary['state'];
export type Progress = Schemas['Progress'];
export type Plan = Schemas['PlanOut'];
export type Advice = Schemas['AdviceOut'];
export type PlannedRun = Schemas['PlannedRunOut'];
export type RunSummary = Schemas['RunSummary'];
export type Run = Schemas['RunDetail'];
export type Trial = Schemas['TrialOut'];
export type TrialDetail = Schemas['TrialDetail'];
export type TrialSamples = Schemas['TrialSamples'];
export type TrialOutput = Schemas['TrialOutput'];
export type Delta = Schemas['DeltaOut'];
export type DeltaOfRun = Schemas['DeltaRow'];
export type Comparison = Schemas['CompareOut'];
export type Metric = Schemas['Metric'];
export type Host = Schemas['HostOut'];
export type HostDetail = Schemas['HostDetail'];
export type Testbed = Schemas['TestbedOut'];
export type Recipe = Schemas['RecipeDetail'];
export type RecipeSummary = Schemas['RecipeSummary'];
export type Knob = Schemas['Knob'];
export type Workload = Schemas['Workload'];
