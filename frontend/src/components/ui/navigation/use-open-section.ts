import { useLocation, useSearch } from '@tanstack/react-router';

import { readText, writeText } from '@/api/browser-storage';

import { useUrlParam } from './use-url-param';

const LAST = 'dyno-open-sections';
/** In the address: every section is closed. */
const NONE = '-';
const MAX_KEPT = 60;

/** What a person has open, on any page; sections of the same name hold the same thing. */
const lastOpenIds = () => readText(LAST).split(',').filter(Boolean);

function keepOpen(id: string, isOpen: boolean) {
  const otherIds = lastOpenIds().filter((openId) => openId !== id);
  writeText(LAST, (isOpen ? [...otherIds, id] : otherIds).slice(-MAX_KEPT).join(','));
}

/** Ids of the sections that are open on the page, in its order; some by a hash or another parameter. */
const shownIds = () => [...document.querySelectorAll('[data-open-section]')].map(({ id }) => id);

/**
 * Whether a folded section is open, and how to open or close it. `?open=a,b` decides; without it the hash,
 * one of `params` in the address (its content has a choice there), or what the person opened last.
 */
export function useOpenSection(id: string, params: readonly string[] = []): [boolean, () => void] {
  const [openParam, setOpenParam] = useUrlParam('open');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const isOpen =
    openParam !== undefined
      ? openParam.split(',').includes(id)
      : hash === id || params.some((name) => search[name] !== undefined) || lastOpenIds().includes(id);
  const toggle = () => {
    const otherIds = shownIds().filter((shownId) => shownId !== id);
    keepOpen(id, !isOpen);
    setOpenParam((isOpen ? otherIds : [...otherIds, id]).join(',') || NONE);
  };
  return [isOpen, toggle];
}
