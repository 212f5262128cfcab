import { draw, fontOf, legal, paint, wide } from './draw';

/** Geometry is kept as it is written; looks come from the computed style. */
const KEPT =
  /^(d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|width|height|points|transform|viewBox|preserveAspectRatio|id|clip-path|offset)$/;
const LOOKS = [
  ['stroke-width', '1px'],
  ['stroke-dasharray', 'none'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['opacity', '1'],
] as const;

/** A drawn svg or a part of one, with every style resolved; nothing for what is not shown. */
export function copySvg(element: SVGElement): SVGElement | undefined {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden') return undefined;
  if (element.tagName === 'title' || element.tagName === 'desc') return undefined;
  const copy = draw(element.tagName, {});
  for (const { name, value } of element.attributes) if (KEPT.test(name)) copy.setAttribute(name, value);
  if (isShape(element)) setAll(copy, looksOf(element, style));
  if (holdsText(element)) {
    const { textLength, lengthAdjust } = wide(element.getComputedTextLength());
    setAll(copy, { textLength: textLength && Math.round(Number(textLength) * 10) / 10, lengthAdjust });
  }
  for (const child of element.childNodes) {
    const childCopy = child instanceof SVGElement ? copySvg(child) : textOf(child);
    if (childCopy) copy.append(childCopy);
  }
  return copy;
}

/** A line of text; jsdom measures none. */
const holdsText = (element: SVGElement): element is SVGTextContentElement =>
  'getComputedTextLength' in element &&
  [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'];
const isShape = (element: Element) => SHAPES.includes(element.tagName);

function looksOf(element: SVGElement, style: CSSStyleDeclaration) {
  const looks: Record<string, string | number | undefined> = {
    ...fadePaint(paint('fill', style.fill), 'fill', style.fillOpacity),
    ...fadePaint(paint('stroke', style.stroke), 'stroke', style.strokeOpacity),
  };
  for (const [name, usual] of LOOKS) {
    const value = style.getPropertyValue(name);
    if (value && value !== usual) looks[name] = value.replaceAll('px', '');
  }
  if (element.tagName === 'text') {
    Object.assign(looks, fontOf(style));
    if (style.textAnchor !== 'start') looks['text-anchor'] = style.textAnchor;
  }
  return looks;
}

function fadePaint(paints: Record<string, string | number | undefined>, kind: string, opacity: string) {
  const opacityProduct = Number(paints[`${kind}-opacity`] ?? 1) * Number(opacity || 1);
  return { ...paints, [`${kind}-opacity`]: opacityProduct < 1 ? String(opacityProduct) : undefined };
}

function setAll(element: SVGElement, attributes: Record<string, string | number | undefined>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
}

const textOf = (node: Node) =>
  node.nodeType === Node.TEXT_NODE ? document.createTextNode(legal(node.textContent ?? '')) : undefined;
