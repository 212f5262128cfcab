/** Hands a file to the browser under a name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // after the browser has begun to read it
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text, also where the page is not served over HTTPS and browsers have no clipboard to give. */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if (!window.isSecureContext) return copySelected(await text);
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  // Safari forgets the click while a text is on its way: the clipboard is asked at once, and waits for it.
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  const refusal = await navigator.clipboard
    .write([new ClipboardItem({ 'text/plain': blob })])
    .catch((error: unknown) => error);
  await text; // why there is none says more than the clipboard does
  if (refusal) throw refusal;
}

function copySelected(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const hasCopied = document.execCommand('copy');
  field.remove();
  if (!hasCopied) throw new Error('the browser refused');
}

/** A file's name from words: “Change against baseline” → “change-against-baseline”. */
export const fileName = (...parts: (string | undefined)[]) =>
  parts
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'chart';
