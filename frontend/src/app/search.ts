/** What each page keeps in its address. Unknown or malformed values are dropped, never an error. */

type Raw = Record<string, unknown>;

const text = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined;

/** Ids with commas: eight sides of a comparison may hold 500 runs together. */
const list = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value.slice(0, 20_000) : undefined;

function oneOf<const T extends readonly string[]>(value: unknown, options: T): T[number] | undefined {
  return options.find((option) => option === value);
}

const WHOSE = ['mine', 'mentions'] as const;
const ROLES = ['load', 'proxy', 'backend'] as const;

/** Every parameter may be missing, so that links need not name it. */
const optional = <T extends object>(search: T): Partial<T> => search;

/** Addresses carry plain text (`?metric=latency_p99&trial=3`), never JSON; a repeated name becomes a list with commas. */
export function parseSearch(search: string): Raw {
  const query = new URLSearchParams(search);
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));
}

export function stringifySearch(search: Raw): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return query ? `?${query}` : '';
}

export const auditSearch = (raw: Raw) =>
  optional({ act: text(raw.act), account: text(raw.account), before: text(raw.before) });

export const newExperimentSearch = (raw: Raw) =>
  optional({
    recipe: text(raw.recipe),
    form: oneOf(raw.form, ['quick', 'full']),
    from: text(raw.from),
    run: text(raw.run),
    /** An experiment whose winner is to be measured again; the best by `metric`, under `workload`. */
    retest: text(raw.retest),
    metric: text(raw.metric),
    workload: text(raw.workload),
    testbed: text(raw.testbed),
    step: oneOf(raw.step, ['recipe', 'testbed', 'variants', 'workload', 'plan', 'yaml']),
    variant: text(raw.variant),
    shape: oneOf(raw.shape, ['list', 'grid']),
    factor: text(raw.factor),
    level: text(raw.level),
    knob: text(raw.knob),
    conf: oneOf(raw.conf, ['parent', 'baseline', 'whole']),
    topic: text(raw.topic),
    mine: oneOf(raw.mine, ['1']),
    details: text(raw.details),
    details_form: oneOf(raw.details_form, ['quick', 'full']),
    version: text(raw.version),
    open: text(raw.open),
    see: text(raw.see),
  });

/** Addresses from before the search had its own syntax; the router may read one that was read already. */
const withState = (q: string, value: unknown) => {
  const state = oneOf(value, ['queued', 'running', 'cancelling', 'finished', 'failed', 'cancelled']);
  const word = state && `state:${state}`;
  return !word || q.split(' ').includes(word) ? q : `${q} ${word}`.trim();
};

export const experimentsSearch = (raw: Raw) =>
  optional({
    q: text(withState(text(raw.q) ?? '', raw.state)),
    sort: text(raw.sort),
    columns: text(raw.columns),
    before: text(raw.before),
    filters: oneOf(raw.filters, ['1']),
  });

export const trendSearch = (raw: Raw) => {
  const short = (value: unknown) => text(value)?.slice(0, 200);
  return optional({
    metric: short(raw.metric),
    testbed: short(raw.testbed),
    recipe: short(raw.recipe),
    experiment: short(raw.experiment),
    variant: short(raw.variant),
    workload: short(raw.workload),
    tables: text(raw.tables),
  });
};

export const experimentSearch = (raw: Raw) =>
  optional({
    metric: text(raw.metric),
    workload: text(raw.workload),
    view: oneOf(raw.view, ['table', 'figures', 'pivot', 'bars', 'trials', 'tradeoff', 'published']),
    /** Factors of the pivot. */
    rows: text(raw.rows),
    columns: text(raw.columns),
    /** Of the other factors: `log:off` for one level, `log` for the mean over all. */
    at: text(raw.at),
    /** What the pivot's cells show. */
    show: oneOf(raw.show, ['mean', 'change', 'spread']),
    /** Main effects over all workloads. */
    over: oneOf(raw.over, ['all']),
    /** A column of the table; with a minus in front, from the largest down. */
    sort: text(raw.sort),
    /** The run whose trials are shown. */
    run: text(raw.run),
    reproduce: oneOf(raw.reproduce, ['1']),
    /** Charts that are shown as tables. */
    tables: text(raw.tables),
    q: text(raw.q),
    order: oneOf(raw.order, ['plan', 'change', 'verdict']),
    /** The run whose difference is explained, and on which host. */
    cause: text(raw.cause),
    role: oneOf(raw.role, ROLES),
    /** A tuning step by step: each against the one that it derives from, in place of the baseline. */
    against: oneOf(raw.against, ['step']),
    verdict: oneOf(raw.verdict, ['better', 'worse', 'same', 'unclear']),
    open: text(raw.open),
  });

export const runSearch = (raw: Raw) =>
  optional({
    metric: text(raw.metric),
    trial: text(raw.trial),
    series: oneOf(raw.series, ['cpu', 'softirq', 'network', 'sockets', 'switches', 'nginx', 'waiting']),
    tab: oneOf(raw.tab, ['effective', 'output', 'facts']),
    q: text(raw.q),
    tables: text(raw.tables),
    scale: oneOf(raw.scale, ['linear']),
    from: text(raw.from),
    to: text(raw.to),
    role: oneOf(raw.role, ROLES),
    open: text(raw.open),
  });

/** The metric that a report is told by. */
export const reportSearch = (raw: Raw) => optional({ metric: text(raw.metric) });

export const compareSearch = (raw: Raw) =>
  optional({
    a: list(raw.a),
    b: list(raw.b),
    c: list(raw.c),
    d: list(raw.d),
    e: list(raw.e),
    f: list(raw.f),
    g: list(raw.g),
    h: list(raw.h),
    experiment: text(raw.experiment),
    factor: text(raw.factor),
    level_a: text(raw.level_a),
    level_b: text(raw.level_b),
    /** The side that stands beside A. */
    side: oneOf(raw.side, ['b', 'c', 'd', 'e', 'f', 'g', 'h', '-']),
    match: oneOf(raw.match, ['order', '-']),
    metric: text(raw.metric),
    all: oneOf(raw.all, ['1']),
    find: text(raw.find),
    pair: text(raw.pair),
    round: text(raw.round),
    series: text(raw.series),
    role: oneOf(raw.role, ROLES),
    pick: text(raw.pick),
    whose: oneOf(raw.whose, WHOSE),
    tables: text(raw.tables),
    scale: oneOf(raw.scale, ['linear']),
    q: text(raw.q),
  });

export const hostsSearch = (raw: Raw) =>
  optional({
    host: text(raw.host),
    tab: text(raw.tab),
    q: text(raw.q),
    add: oneOf(raw.add, ['host', 'testbed']),
  });
