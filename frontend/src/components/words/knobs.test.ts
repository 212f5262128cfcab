import { expect, it } from 'vitest';

import { isText, shortKnob, shortValue, valueText } from './knobs';

it('leaves out what a knob’s name does not need', () => {
  expect(shortKnob('nginx.worker_processes')).toBe('worker_processes');
  expect(shortKnob('sysctl.net.core.somaxconn')).toBe('net.core.somaxconn');
  expect(shortKnob('load.sysctl.net.core.somaxconn')).toBe('load.net.core.somaxconn');
  expect(shortKnob('upstream.keepalive')).toBe('upstream.keepalive');
});

it('counts the lines of a text instead of showing them in a table', () => {
  const text = 'gzip_vary on;\ngzip_types *;\n';
  expect(isText(text)).toBe(true);
  expect(shortValue(text)).toBe('raw text (2 lines)');
  expect(valueText('one;\n')).toBe('raw text (1 line)');
});

it('shortens a long value, and words what is absent', () => {
  expect(shortValue('ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384')).toHaveLength(40);
  expect([valueText(true), valueText(undefined), valueText(null, 'not set')]).toEqual([
    'on',
    'default',
    'not set',
  ]);
});
