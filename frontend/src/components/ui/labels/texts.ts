import { Text } from '@mantine/core';

/** Over a part of a section that has no heading of its own. */
export const Subhead = Text.withProps({ fz: 'sm', fw: 600 });

/** What is read after the rest. */
export const Muted = Text.withProps({ fz: 'sm', c: 'dimmed' });

/** A note below or beside what it is about. */
export const Small = Text.withProps({ fz: 'xs', c: 'dimmed' });

/** The words of a sentence by which it is found. */
export const Strong = Text.withProps({ span: true, inherit: true, fw: 600, c: 'var(--dyno-ink)' });

/** The words of a sentence that stand back. */
export const Dimmed = Text.withProps({ span: true, inherit: true, c: 'dimmed' });
