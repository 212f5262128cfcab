import { bytes } from '@/components/words/format';

/** What the server reads of a definition at most. */
const MAX_BYTES = 256 * 1024;

/** Takes the text of a file, or says why it is not read. */
export async function readText(
  file: File | null | undefined,
  maxBytes = MAX_BYTES,
): Promise<{ text?: string; problem?: string }> {
  if (!file) return {};
  if (file.size > maxBytes) {
    return { problem: `${file.name} is ${bytes(file.size)} long; at most ${bytes(maxBytes)} are read.` };
  }
  try {
    return { text: await file.text() };
  } catch {
    return { problem: `${file.name} cannot be read.` };
  }
}
