import { beforeEach, expect, it } from 'vitest';

import { blankDefinition } from './definition';
import { loadDraft, replacedBy, replaceDraft, saveDraft } from './draft';

const draft = (name: string) => ({ definition: { ...blankDefinition(), name }, yaml: null, read: null });
const nameOf = (origin: string) => loadDraft(origin)?.definition.name;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('comes back after the tab was closed, each source with its own', () => {
  saveDraft('blank', draft('mine'));
  sessionStorage.clear(); // what closing a tab does
  expect(nameOf('blank')).toBe('mine');
  expect(nameOf('recipe:x:quick')).toBeUndefined();
  saveDraft('blank', null);
  expect(nameOf('blank')).toBeUndefined();
});

it('is the one of this tab where two tabs edit the same', () => {
  saveDraft('blank', draft('this tab'));
  const own = sessionStorage.getItem('dyno.new.blank') ?? '';
  saveDraft('blank', draft('another tab'));
  sessionStorage.setItem('dyno.new.blank', own);
  expect(nameOf('blank')).toBe('this tab');
});

it('gives back the draft that another one took the place of, until that is edited', () => {
  replaceDraft('blank', draft('first'));
  expect(replacedBy('blank', loadDraft('blank'))).toEqual([]);
  replaceDraft('blank', draft('from a config'));
  const [old] = replacedBy('blank', loadDraft('blank'));
  expect(old?.definition.name).toBe('first');
  saveDraft('blank', draft('edited since'));
  expect(replacedBy('blank', loadDraft('blank'))).toEqual([]);
});

it('keeps the newest twenty, and nothing broken stops it', () => {
  localStorage.setItem('dyno.new.broken', '{');
  for (let i = 0; i < 25; i += 1) saveDraft(`from:${i}`, draft(String(i)));
  const left = Object.keys(localStorage).filter((name) => name.startsWith('dyno.new.'));
  expect(left).toHaveLength(20);
  expect(left).toContain('dyno.new.from:24');
  expect(left).not.toContain('dyno.new.broken');
});

it('reads keys of a definition by their names of 0.1.0', () => {
  const kept = { ...draft('old'), definition: { ...blankDefinition(), explain: { probe: true } } };
  localStorage.setItem('dyno.new.blank', JSON.stringify(kept));
  expect(loadDraft('blank')?.definition).toEqual({ ...blankDefinition(), diagnostics: { probe: true } });
});
