import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type A = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>;

const AnchorBase = forwardRef<HTMLAnchorElement, AnchorProps & A>((props, ref) => (
  <Anchor ref={ref} inherit {...props} />
));
AnchorBase.displayName = 'AnchorBase';

const ButtonBase = forwardRef<HTMLAnchorElement, ButtonProps & A>((props, ref) => (
  <Button ref={ref} component="a" {...props} />
));
ButtonBase.displayName = 'ButtonBase';

/** A text link to a page of ours, typed by the router. */
export const TextLink = createLink(AnchorBase);
/** A link to a page of ours that looks like a button. */
export const ButtonLink = createLink(ButtonBase);
