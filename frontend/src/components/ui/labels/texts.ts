import { Text } from '@mantine/core';

/** What is read after the rest. */
export const Muted = Text.withProps({ fz: 'sm', c: 'dimmed' });

/** A note below or beside what it is about. */
export const Small = Text.withProps({ fz: 'xs', c: 'dimmed' });

/** The words of a dimmed sentence by which it is found. */
export const Strong = Text.withProps({ span: true, inherit: true, fw: 600, c: 'var(--dyno-ink)' });
