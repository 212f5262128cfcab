const MAX_BYTES = 16 * 1024 * 1024;

export interface ReadFile {
  name: string;
  text?: string;
  problem?: string;
}

/** The text of a dropped file: UTF-8, or UTF-16 with its mark; or why there is none. */
export async function readFile(file: File): Promise<ReadFile> {
  const { name } = file;
  if (file.size > MAX_BYTES)
    return {
      name,
      problem: `${name} is larger than 16 MB; a report is a few kB. Provide only what the tool printed.`,
    };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = wide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.trim() === '' ? { name, problem: `${name} is empty.` } : { name, text };
  } catch {
    return {
      name,
      problem: `${name} is not text in UTF-8. Provide what the tool printed; save a table as UTF-8, in Excel as “CSV UTF-8”.`,
    };
  }
}
