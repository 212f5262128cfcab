import { expect, it } from 'vitest';

import { paintOf } from './colour';
import { draw, legal } from './draw';

it('writes colours as every viewer knows them', () => {
  expect(paintOf('rgb(36, 84, 214)')).toEqual({ colour: '#2454d6', opacity: 1 });
  expect(paintOf('rgba(0, 0, 0, 0.5)')).toEqual({ colour: '#000000', opacity: 0.5 });
  expect(paintOf('color(srgb 0.5 1 0 / 0.25)')).toEqual({ colour: '#80ff00', opacity: 0.25 });
  expect(paintOf('none')).toBeUndefined();
});

it('holds nothing that XML has no place for', () => {
  expect(legal('a\u0000b\u001bc\ud83d\ude80')).toBe('abc\ud83d\ude80');
  const text = draw('text', { x: 1.26, y: undefined }, 'a < b & \u0007c');
  expect(new XMLSerializer().serializeToString(text)).toContain('x="1.3">a &lt; b &amp; c<');
});
