/** The docs site: the pages of docs/ as files, which the API serves under /docs. No script and no style is inline. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { defineConfig, type DefaultTheme, type MarkdownRenderer, type UserConfig } from 'vitepress';

type Plugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number] & object;

const checkout = join(import.meta.dirname, '../../..');
const docs = join(checkout, 'docs');
const read = (path: string) => readFileSync(join(checkout, path), 'utf8');
const version = /^RELEASE = "(.+)"/m.exec(read('agents/version.py'))?.[1] ?? '';

/** The pages by group, as docs/index.md lists them. */
function sidebar(): DefaultTheme.SidebarItem[] {
  const [, ...groups] = read('docs/index.md').split(/^## /m);
  return groups.map((group) => ({
    text: group.slice(0, group.indexOf('\n')),
    items: [...group.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)].map(([, text, link]) => ({
      text,
      link: `/${link}`,
    })),
  }));
}

/** Anchors as GitHub makes them, so that a link works there and here. */
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const escape = (code: string) => code.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Alignment as an attribute, because the content security policy allows no inline style. */
function alignCells(md: MarkdownRenderer): void {
  md.core.ruler.push('align_cells', ({ tokens }) => {
    for (const { attrs } of tokens) {
      const style = attrs?.find(([name]) => name === 'style');
      if (style) style.splice(0, 2, 'align', style[1].replace('text-align:', ''));
    }
  });
}

/** Leaves out lines that are a comment: with HTML switched off they would be text of the page. */
function dropComments(md: MarkdownRenderer): void {
  md.block.ruler.before(
    'paragraph',
    'comment',
    (state, line, _, isOnlyAsked) => {
      const text = state.src.slice(state.bMarks[line], state.eMarks[line]);
      if (!/^<!--.*-->$/.test(text)) return false;
      if (!isOnlyAsked) state.line = line + 1;
      return true;
    },
    { alt: ['paragraph', 'blockquote'] }, // tables end where a quote would
  );
}

/** Resolves what pages import from here, because docs/ has no node_modules above it. */
const packagesForPages: Plugin = {
  name: 'packages-for-pages',
  enforce: 'pre',
  resolveId(id, importer) {
    return id.startsWith('vue') && importer?.startsWith(docs)
      ? this.resolve(id, import.meta.filename, { skipSelf: true })
      : null;
  },
};

/** Copies the pictures and examples that `page` links to beside it. */
function copyLinkedFiles(page: string, target: string): void {
  for (const [, path = ''] of read(`docs/${page}`).matchAll(/\]\(([\w/-]+\.(?:png|svg|json|ya?ml))\)/g)) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(docs, path), join(target, path));
  }
}

/** Moves the icons inside the style sheet into files, because the policy allows no `data:` pictures. */
function moveIcons(assets: string): void {
  for (const sheet of readdirSync(assets).filter((name) => name.endsWith('.css'))) {
    let count = 0;
    const css = readFileSync(join(assets, sheet), 'utf8').replace(
      /url\("data:image\/svg\+xml,([^"]+)"\)/g,
      (_, icon) => {
        const name = `${sheet}.${count++}.svg`;
        writeFileSync(join(assets, name), decodeURIComponent(icon).trim());
        return `url("${name}")`;
      },
    );
    writeFileSync(join(assets, sheet), css);
  }
}

export default defineConfig({
  base: '/docs/',
  srcDir: '../../docs',
  srcExclude: ['decisions/**'], // for those who change the code
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  cleanUrls: true,
  metaChunk: true,
  router: { prefetchLinks: false }, // the policy allows none, and Firefox logs an error for each
  lang: 'en',
  title: 'Dynoboard docs',
  description: `The documentation of Dynoboard ${version}.`,
  head: [
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
    ['script', { src: '/color-scheme.js' }],
  ],
  // the dashboard's key, so that one choice holds for both; no style sheet is added while colours change
  appearance: { storageKey: 'mantine-color-scheme-value', disableTransition: false },
  markdown: {
    html: false,
    linkify: false,
    attrs: { disable: true },
    anchor: { slugify },
    highlight: (code) => `<pre v-pre tabindex="0"><code>${escape(code)}</code></pre>`,
    config: (md) => {
      alignCells(md);
      dropComments(md);
    },
  },
  vite: { plugins: [packagesForPages] },
  vue: { template: { transformAssetUrls: { tags: {} } } }, // pictures keep their addresses: copyLinkedFiles
  themeConfig: {
    siteTitle: `Dynoboard ${version}`,
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      // no word is taken for one that is spelled alike: "host" is not "most"
      options: { detailedView: true, miniSearch: { searchOptions: { fuzzy: false } } },
    },
    notFound: {
      title: 'No such page',
      quote: 'Search for it, or pick one of all pages.',
      linkText: 'All pages',
    },
  },
  transformHtml: (html) =>
    html.replace(/<script id="check-[^>]*>[^<]*<\/script>/g, '').replace(/ style="[^"]*"/g, ''),
  buildEnd({ pages, outDir }) {
    moveIcons(join(outDir, 'assets'));
    pages.forEach((page) => copyLinkedFiles(page, outDir));
  },
});
