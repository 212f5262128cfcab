import { ActionIcon, Button } from '@mantine/core';

/** What can be done as well: it stands back behind the one button that most people want. */
export const PlainButton = Button.withProps({ variant: 'default' });

/** An icon that is a button; its `aria-label` says what it does. */
export const IconButton = ActionIcon.withProps({ variant: 'subtle', color: 'gray' });
