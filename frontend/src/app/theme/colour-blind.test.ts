// Verdicts are words and signs first; their colours stay apart for people who see fewer of them, too.
import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, it } from 'vitest';

import { cssVariables } from './theme';

type Rgb = [number, number, number];

/** Machado, Oliveira & Fernandes (2009), severity 1, on linear RGB. */
const SIGHTS: Record<string, Rgb[]> = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function rgb(hex: string): Rgb {
  const at = (start: number) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

const seen = (colour: Rgb, sight: Rgb[]) =>
  sight.map((row) => row.reduce((sum, weight, n) => sum + weight * (colour[n] ?? 0), 0)) as Rgb;

/** CIE Lab, from linear sRGB under D65. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: Rgb, other: Rgb) => Math.hypot(...one.map((part, n) => part - (other[n] ?? 0)));

const PAIRS = [
  ['--dyno-better', '--dyno-worse'],
  ['--dyno-better', '--dyno-unclear'],
  ['--dyno-worse', '--dyno-unclear'],
  ['--dyno-a', '--dyno-b'],
  ['--dyno-accent', '--dyno-hot'],
] as const;

/** Two patches side by side are told apart from about 10 on. */
const APART = 20;

describe.each(['light', 'dark'] as const)('in %s colours', (scheme) => {
  const colours = cssVariables(DEFAULT_THEME)[scheme];
  it.each(Object.keys(SIGHTS))('verdicts differ with %s', (name) => {
    for (const [one, other] of PAIRS) {
      const [a, b] = [one, other].map((key) => lab(seen(rgb(colours[key] ?? ''), SIGHTS[name] ?? [])));
      expect(distance(a ?? [0, 0, 0], b ?? [0, 0, 0]), `${one} ${other}`).toBeGreaterThan(APART);
    }
  });
});
