import type { Host, Knob } from '@/api/types';
import { kernelSettingsOf } from '@/components/words/facts';

import type { KnobMap } from '../draft/definition';

import {
  actsOnAnyHost,
  FAMILIES,
  type Family,
  knobNamed,
  onHost,
  type OnHost,
  type Role,
  ROLES,
  titleOf,
} from './knob-families';
import { knobsSpeltLike, searchKnobs } from './knobs';
import { paramNamed, paramNames } from './server-params';

/** A knob that can be picked: the name that is set, or why it is not on offer. */
export interface KnobOption {
  /** As it will be set: for a setting of a host with the role that is still free. */
  knob: Knob;
  now?: OnHost;
  hindrance?: string;
}

export interface Group {
  title: string;
  choices: KnobOption[];
}

export const SET_HERE = 'set here';
const KEYS_SHOWN = 12;

interface PickerFilter {
  knobs: readonly Knob[];
  ownKnobs: KnobMap;
  query: string;
  family?: Family;
  hostOf: (role: Role) => Host | undefined;
  nowOf: (knob: Knob) => OnHost | undefined;
}

const ELSEWHERE = 'Not available on this testbed';
const NEAR = 'Did you mean';

type TitledOption = KnobOption & { title: string };

/**
 * What fits the search, grouped by family with the best hit first; without a search one family. What the
 * testbed cannot set comes last. Where nothing can be set, names that are spelt almost like it come first.
 */
export function groupsOf(filter: PickerFilter): Group[] {
  const { knobs, ownKnobs, query, family, nowOf } = filter;
  const role = roleIn(query);
  const choose = (knob: Knob, title: string) => ({ ...choiceOf(knob, ownKnobs, nowOf, role), title });
  const onRole = role ? knobs.filter(actsOnAnyHost) : knobs;
  const matches = query ? searchKnobs(onRole, keyIn(query)) : knobs.filter((knob) => knob.family === family);
  const options = [
    ...matches.map((knob) => choose(knob, titleOf(knob.family))),
    ...paramsOf(filter).map((knob) => choose(knob, titleOf('server'))),
    ...keysOf(filter, role).map((knob) => choose(knob, 'Kernel, any key')),
  ];
  if (query === '' || options.some((option) => !isElsewhere(option))) return groupByTitle(options);
  const near = knobsSpeltLike(onRole, keyIn(query)).filter((knob) => !matches.includes(knob));
  return groupByTitle([...near.map((knob) => choose(knob, NEAR)), ...options]);
}

const isElsewhere = ({ hindrance }: KnobOption) => hindrance !== undefined && hindrance !== SET_HERE;

function groupByTitle(options: TitledOption[]): Group[] {
  const titledOptions = options.map((option) =>
    isElsewhere(option) ? { ...option, title: ELSEWHERE } : option,
  );
  const titles = [
    ...new Set(titledOptions.map(({ title }) => title).filter((title) => title !== ELSEWHERE)),
    ELSEWHERE,
  ];
  return titles
    .map((title) => ({ title, choices: titledOptions.filter((option) => option.title === title) }))
    .filter(({ choices }) => choices.length > 0);
}

/** Parameters that the testbed's servers declare. */
const paramsOf = ({ query, family, hostOf }: PickerFilter): Knob[] =>
  paramNames(hostOf)
    .filter((name) => (query ? name.includes(query.toLowerCase()) : family === 'server'))
    .flatMap((name) => paramNamed(name) ?? []);

/** Kernel settings by their key, beside those of the registry. */
const keysOf = ({ knobs, query, hostOf }: PickerFilter, role: Role | undefined): Knob[] =>
  keysLike(query, hostOf(role ?? 'proxy')).flatMap((key) => {
    const knob = knobNamed(knobs, `sysctl.${key}`);
    return knob && !knobs.includes(knob) ? [knob] : [];
  });

/** The families with the number of their knobs, for a start without a search. */
export const familyCounts = (knobs: readonly Knob[]) =>
  FAMILIES.map((entry) => ({
    ...entry,
    count: knobs.filter(({ family }) => family === entry.family).length,
  })).filter(({ count }) => count > 0);

const roleIn = (query: string): Role | undefined =>
  (/^(load|backend)\./.exec(query)?.[1] as Role | undefined) ?? undefined;

function choiceOf(
  knob: Knob,
  ownKnobs: KnobMap,
  nowOf: PickerFilter['nowOf'],
  wantedRole?: Role,
): KnobOption {
  if (!actsOnAnyHost(knob)) {
    const now = nowOf(knob);
    return { knob, now, hindrance: knob.name in ownKnobs ? SET_HERE : now?.refusal };
  }
  const roles = wantedRole ? [wantedRole] : ROLES;
  const roleOptions = roles.map((role) => {
    const roleKnob = { ...knob, name: onHost(knob.name, role), role };
    return { knob: roleKnob, now: nowOf(roleKnob), taken: roleKnob.name in ownKnobs };
  });
  const free = roleOptions.find(({ taken: isTaken, now }) => !isTaken && !now?.refusal);
  if (free) return { knob: free.knob, now: free.now };
  const open = roleOptions.find(({ taken: isTaken }) => !isTaken);
  const [first] = roleOptions;
  return open
    ? { knob: open.knob, now: open.now, hindrance: open.now?.refusal }
    : { knob: first?.knob ?? knob, now: first?.now, hindrance: SET_HERE };
}

/** What was typed reads like a kernel setting by its key. */
const isKey = (query: string) => /^(?:net|fs|vm|kernel)\.[\w.-]+$/.test(keyIn(query));
const keyIn = (query: string) =>
  query
    .trim()
    .replace(/^(load|backend)\./, '')
    .replace(/^sysctl\./, '');

/** Kernel settings of a host whose key has the words; what was typed, when it is a key that the host lacks. */
function keysLike(query: string, host: Host | undefined): string[] {
  const typedKey = keyIn(query);
  const words = typedKey.toLowerCase().split(/\s+/).filter(Boolean);
  if (typedKey.length < 2) return [];
  const { abilities, more } = host?.facts ?? {};
  const writable = abilities?.sysctls ?? [];
  const readableKeys = Object.keys(kernelSettingsOf({ more }));
  const knownKeys = writable.length > 0 ? writable : readableKeys;
  const like = knownKeys.filter((key) => words.every((word) => key.toLowerCase().includes(word)));
  // Short keys first: the long ones are copies for single devices.
  const shownKeys = like.toSorted((a, b) => a.length - b.length).slice(0, KEYS_SHOWN);
  return isKey(typedKey) && shownKeys.length === 0 ? [typedKey] : shownKeys;
}
