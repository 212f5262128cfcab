/** The @font-face rules of the fonts that the page has loaded, each with its file inside: a picture can fetch nothing. */
export async function embeddedFonts(): Promise<string> {
  const loadedKeys = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(keyOf));
  const rules = [...document.styleSheets].flatMap((sheet) => fontRules(sheet));
  const usedRules = rules.filter(({ style }) =>
    loadedKeys.has(
      keyOf({
        family: style.getPropertyValue('font-family'),
        unicodeRange: style.getPropertyValue('unicode-range'),
      }),
    ),
  );
  return (await Promise.all(usedRules.map(embedFont))).join('\n');
}

const keyOf = ({ family, unicodeRange }: { family: string; unicodeRange: string }) =>
  `${family.replaceAll(/["']/g, '')} ${unicodeRange.replaceAll(/\s/g, '').toUpperCase()}`;

function fontRules(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
}

async function embedFont(rule: CSSFontFaceRule): Promise<string> {
  const source = rule.style.getPropertyValue('src');
  const file = /url\("?([^")]+)"?\)/.exec(source)?.[1];
  if (!file) return '';
  const base = rule.parentStyleSheet?.href ?? document.baseURI;
  const answer = await fetch(new URL(file, base));
  const data = await dataUrl(await answer.blob());
  return rule.cssText.replace(source, `url("${data}")`);
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(blob);
  });
}
