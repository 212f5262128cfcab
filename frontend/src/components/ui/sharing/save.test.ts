import { expect, it, vi } from 'vitest';

import { copyText } from './save';

type Content = Record<string, Promise<Blob>>;

/** A clipboard that waits for what it is given, and refuses in its own words what does not come. */
function clipboard(): Content[] {
  const contents: Content[] = [];
  class Item {
    constructor(readonly content: Content) {}
  }
  const write = async (items: Item[]) => {
    contents.push(...items.map((item) => item.content));
    await Promise.all(contents.flatMap((content) => Object.values(content))).catch(() => {
      throw new Error('not allowed');
    });
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('ClipboardItem', Item);
  Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true });
  return contents;
}

it('asks for the clipboard at the click, before a text is there: Safari takes nothing later', async () => {
  const contents = clipboard();
  let arrive: (text: string) => void = () => undefined;
  const copy = copyText(new Promise((resolve) => (arrive = resolve)));
  expect(contents).toHaveLength(1);
  arrive('| variant |');
  await copy;
  expect(await (await contents[0]?.['text/plain'])?.text()).toBe('| variant |');
});

it('says why there is nothing to copy', async () => {
  clipboard();
  const missing = Promise.reject(new Error('the server answered 503'));
  await expect(copyText(missing)).rejects.toThrow('the server answered 503');
});

it('says that the browser refused a text that is there', async () => {
  clipboard();
  navigator.clipboard.write = () => Promise.reject(new Error('not allowed'));
  await expect(copyText(Promise.resolve('a table'))).rejects.toThrow('not allowed');
});
