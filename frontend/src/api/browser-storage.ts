/** A browser may keep nothing: then a text is empty, and what is written is lost. */

export function readText(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

export function writeText(name: string, value: string) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // it is not kept
  }
}
