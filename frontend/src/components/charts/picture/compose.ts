import { paintOf } from './colour';
import { copySvg } from './copy-svg';
import { draw, fontOf, legal, paint, SVG, wide } from './draw';
import { linesOf } from './text-lines';

/** What stands below the drawing: where it comes from. */
export interface Imprint {
  title: string;
  address: string;
}

const FOOT = 30;
const ROOM = 16;

/** Controls, tooltips and texts for screen readers alone are not part of the picture. */
const LEFT_OUT =
  '[data-picture="no"], [role="tooltip"], details:not([open]), script, style, .recharts-tooltip-wrapper';

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

interface Place {
  leftPx: number;
  top: number;
  /** What scrolls is drawn as far as it can be seen. */
  clip: Edges;
  into: SVGElement;
}

const outside = (box: Edges, clip: Edges) =>
  box.left >= clip.right || box.right <= clip.left || box.top >= clip.bottom || box.bottom <= clip.top;

const within = (box: Edges, clip: Edges): Edges => ({
  left: Math.max(box.left, clip.left),
  top: Math.max(box.top, clip.top),
  right: Math.min(box.right, clip.right),
  bottom: Math.min(box.bottom, clip.bottom),
});

/** A part of the page as one vector drawing: texts stay texts, boxes become rectangles, drawings are copied. */
export function compose(root: HTMLElement, { title, address }: Imprint): SVGSVGElement {
  const clip = root.getBoundingClientRect();
  const style = getComputedStyle(root);
  const padding = Number.parseFloat(style.paddingLeft) || 0;
  const room = padding > 0 ? 0 : ROOM; // a part of a card has no edge of its own
  const [leftPx, top] = [clip.left - room, clip.top - room];
  const [width, height] = [clip.width + 2 * room, clip.height + 2 * room + FOOT];
  const viewBox = `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`;
  const sheet = draw('svg', { width, height, viewBox }) as SVGSVGElement;
  sheet.setAttribute('xmlns', SVG);
  sheet.append(draw('title', {}, title));
  sheet.append(draw('rect', { width: '100%', height: '100%', ...paint('fill', groundOf(root)) }));
  for (const child of root.childNodes) add(child, { leftPx, top, clip, into: sheet });
  const foot = {
    y: height - FOOT / 2,
    ...fontOf(style),
    'font-size': '11px',
    ...paint('fill', dimmedColour(root)),
  };
  sheet.append(draw('text', { x: padding + room, ...foot }, `${title} · ${address}`));
  return sheet;
}

/** The first colour behind it that is not transparent. */
function groundOf(element: Element | null): string {
  if (!element) return 'rgb(255, 255, 255)';
  const { backgroundColor } = getComputedStyle(element);
  return paint('fill', backgroundColor).fill === 'none' ? groundOf(element.parentElement) : backgroundColor;
}

const dimmedColour = (root: HTMLElement) => {
  const probe = document.createElement('span');
  probe.style.color = 'var(--dyno-dimmed)';
  root.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

function add(node: Node, place: Place): void {
  if (node.nodeType === Node.TEXT_NODE) return addText(node as Text, place);
  if (!(node instanceof Element) || node.matches(LEFT_OUT)) return;
  const box = node.getBoundingClientRect();
  const style = getComputedStyle(node);
  if (style.display === 'none' || style.visibility === 'hidden' || hiddenFromSight(style)) return;
  if (node instanceof SVGElement) return addDrawing(node, box, place);
  if (!outside(box, place.clip)) addBox(box, style, place);
  const inside = style.overflow === 'visible' ? place : { ...place, clip: within(box, place.clip) };
  for (const child of node.childNodes) add(child, inside);
}

const hiddenFromSight = ({ position, clip, clipPath, opacity }: CSSStyleDeclaration) =>
  opacity === '0' ||
  (position === 'absolute' && (clip.startsWith('rect(0') || clipPath.startsWith('inset(50')));

function addDrawing(element: SVGElement, box: DOMRect, { leftPx, top, into }: Place): void {
  const copy = copySvg(element);
  if (!copy) return;
  copy.setAttribute('x', String(box.left - leftPx));
  copy.setAttribute('y', String(box.top - top));
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  into.append(copy);
}

/** Background and lines of a box. */
function addBox(box: DOMRect, style: CSSStyleDeclaration, { leftPx, top, into }: Place): void {
  if (box.width < 0.5 || box.height < 0.5) return;
  const [x, y] = [box.left - leftPx, box.top - top];
  const ramp = rampOf(style, into);
  const fill = ramp ? { fill: ramp } : paint('fill', style.backgroundColor);
  const line = outlineOf(style);
  if (fill.fill !== 'none' || line) {
    const rx = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.height / 2) || undefined;
    into.append(draw('rect', { x, y, width: box.width, height: box.height, rx, ...fill, ...line }));
  }
  const width = Number.parseFloat(style.borderBottomWidth) || 0;
  if (!line && width > 0 && style.borderBottomStyle !== 'none') {
    const at = y + box.height - width / 2;
    const stroke = paint('stroke', style.borderBottomColor);
    into.append(draw('line', { x1: x, x2: x + box.width, y1: at, y2: at, 'stroke-width': width, ...stroke }));
  }
}

/** A gradient from left to right, as legends have them; its colours at even distances. */
function rampOf({ backgroundImage }: CSSStyleDeclaration, into: SVGElement): string | undefined {
  if (!backgroundImage.startsWith('linear-gradient')) return undefined;
  const colours = [...backgroundImage.matchAll(/(?:rgba?|color)\([^)]*\)/g)].map(([colourText]) =>
    paintOf(colourText),
  );
  const id = `ramp-${into.childElementCount}`;
  const ramp = draw('linearGradient', { id });
  colours.forEach((colour, n) => {
    const offset = String(n / Math.max(1, colours.length - 1));
    ramp.append(
      draw('stop', { offset, 'stop-color': colour?.colour, 'stop-opacity': String(colour?.opacity ?? 1) }),
    );
  });
  into.append(ramp);
  return `url(#${id})`;
}

/** A border on all sides, or an inset shadow that stands for one. */
function outlineOf(style: CSSStyleDeclaration) {
  const shadow = /^((?:rgba?|color)\([^)]*\)) 0px 0px 0px ([\d.]+)px inset/.exec(style.boxShadow);
  if (shadow) return { ...paint('stroke', shadow[1] ?? ''), 'stroke-width': shadow[2] };
  const width = Number.parseFloat(style.borderTopWidth);
  if (!(width > 0) || style.borderTopStyle === 'none' || style.borderLeftStyle === 'none') return undefined;
  return { ...paint('stroke', style.borderTopColor), 'stroke-width': width };
}

function addText(node: Text, { leftPx, top, clip, into }: Place): void {
  const parent = node.parentElement;
  if (!parent || !node.data.trim()) return;
  const style = getComputedStyle(parent);
  const look = { ...fontOf(style), ...paint('fill', style.color) };
  for (const { text, box } of linesOf(node, parent)) {
    if (outside(box, clip)) continue;
    const size = Number.parseFloat(style.fontSize);
    // the baseline of Inter and JetBrains Mono lies about a third of the size below the middle of the line
    const y = (box.top + box.bottom) / 2 - top + size * 0.36;
    const right = ['right', 'end'].includes(style.textAlign);
    const x = (right ? box.right : box.left) - leftPx;
    const anchor = right ? 'end' : undefined;
    into.append(
      draw('text', { x, y, ...look, ...wide(box.width), 'text-anchor': anchor }, legal(text.trimEnd())),
    );
  }
}
