import { bytes } from '@/components/words/format';

/** What the server reads at most. */
const MAX_BYTES = 256 * 1024;

/** Takes the text of a file, or says why it is not read. */
export async function readYaml(file: File | null | undefined): Promise<{ text?: string; problem?: string }> {
  if (!file) return {};
  if (file.size > MAX_BYTES) {
    return { problem: `${file.name} is ${bytes(file.size)} long; at most ${bytes(MAX_BYTES)} are read.` };
  }
  try {
    return { text: await file.text() };
  } catch {
    return { problem: `${file.name} cannot be read.` };
  }
}
