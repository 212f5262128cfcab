import { paintOf } from './colour';

export const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number | undefined>;

/** An SVG element with attributes; numbers to a tenth of a pixel. */
export function draw(name: string, attributes: Attributes, text?: string): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    element.setAttribute(key, typeof value === 'number' ? String(Math.round(value * 10) / 10) : value);
  }
  if (text !== undefined) element.textContent = legal(text);
  return element;
}

/** As wide as it was measured, whatever font a viewer has: a wider one would run into its neighbours. */
export const wide = (width: number): Attributes =>
  width > 0 ? { textLength: width, lengthAdjust: 'spacingAndGlyphs' } : {};

/** Without the control characters that XML has no place for. */
export const legal = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, (character) =>
    character === '\t' || character === '\n' ? character : '',
  );

/** `fill` or `stroke` from a computed colour; “none” for what is transparent. */
export function paint(kind: 'fill' | 'stroke', value: string): Attributes {
  if (value === 'none') return { [kind]: 'none' };
  const colour = paintOf(value);
  if (!colour || colour.opacity === 0) return { [kind]: 'none' };
  const opacity = colour.opacity < 1 ? String(colour.opacity) : undefined;
  return { [kind]: colour.colour, [`${kind}-opacity`]: opacity };
}

/** The fonts by name: a viewer that lacks them takes its own sans-serif. */
export function fontOf(style: CSSStyleDeclaration): Attributes {
  const { fontFamily, fontSize, fontWeight, letterSpacing, fontVariantNumeric } = style;
  return {
    'font-family': fontFamily.replaceAll('"', "'"),
    'font-size': fontSize,
    'font-weight': fontWeight === '400' ? undefined : fontWeight,
    'letter-spacing': letterSpacing === 'normal' ? undefined : letterSpacing,
    style: fontVariantNumeric === 'normal' ? undefined : `font-variant-numeric: ${fontVariantNumeric}`,
  };
}
