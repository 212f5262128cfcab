import Theme from 'vitepress/theme-without-fonts';
import { h, onMounted } from 'vue';

import moved from './moved.json';
import './style.css';

/** Links out of the site: with a target, else its router looks for them among its own pages. */
const outward = (href: string, text: string) => h('a', { class: 'outward', href, target: '_self' }, text);

/** Opens the search for the words of `/docs/?q=…`, which the dashboard's own search links to. */
function searchFromAddress(): void {
  const words = new URLSearchParams(location.search).get('q');
  if (!words) return;
  sessionStorage.setItem('vitepress:local-search-filter', words);
  document.querySelector<HTMLElement>('#local-search button')?.click();
}

/** Leads on from a page or section that has another address now: `moved.json` has the old ones without `/docs/`. */
function followMove(): void {
  const page = location.pathname.replace('/docs/', '').replace(/(\.md|\/)$/, '');
  const targets: Record<string, string> = moved;
  const target = targets[page + location.hash] ?? (targets[page] && targets[page] + location.hash);
  if (target) location.replace(`/docs/${target}`);
}

export default {
  extends: Theme,
  Layout: () =>
    h(Theme.Layout, null, {
      'nav-bar-content-after': () => outward('/', 'Dashboard'),
      'nav-screen-content-after': () => outward('/', 'Dashboard'), // of a phone, whose bar is full
      'sidebar-nav-after': () => outward('/api/docs', 'API reference'),
    }),
  setup: () =>
    onMounted(() => {
      followMove();
      searchFromAddress();
    }),
};
