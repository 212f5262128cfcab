/** Colours as every SVG viewer knows them: “#2454d6” and how opaque. */
interface Paint {
  colour: string;
  opacity: number;
}

const hex = (parts: number[]) =>
  `#${parts
    .map((part) =>
      Math.round(Math.min(Math.max(part, 0), 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** A computed colour: `rgb(36, 84, 214)`, `rgba(0, 0, 0, 0.1)`, `color(srgb 0.1 0.2 0.3 / 0.5)`; undefined for anything else. */
export function paintOf(text: string): Paint | undefined {
  const match = /^(rgba?|color)\((?:srgb )?([^)]+)\)$/.exec(text.trim());
  if (!match) return /^#[0-9a-f]{6}$/i.test(text) ? { colour: text.toLowerCase(), opacity: 1 } : undefined;
  const parts = (match[2] ?? '').split(/[\s,/]+/).map(Number);
  if (parts.length < 3 || parts.some(Number.isNaN)) return undefined;
  const [red = 0, green = 0, blue = 0, opacity = 1] = parts;
  const scale = match[1] === 'color' ? 255 : 1;
  return { colour: hex([red * scale, green * scale, blue * scale]), opacity };
}
