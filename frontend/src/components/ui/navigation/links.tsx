import { Anchor, type AnchorProps, Button, type ButtonProps, Text } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

import { hasPage } from '@/api/share';

type A = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>;

const AnchorBase = forwardRef<HTMLAnchorElement, AnchorProps & A>((props, ref) =>
  hasPage(props.href ?? '') ? (
    <Anchor ref={ref} inherit {...props} />
  ) : (
    <Text span inherit c={props.c}>
      {props.children}
    </Text>
  ),
);
AnchorBase.displayName = 'AnchorBase';

const ButtonBase = forwardRef<HTMLAnchorElement, ButtonProps & A>((props, ref) =>
  hasPage(props.href ?? '') ? <Button ref={ref} component="a" {...props} /> : null,
);
ButtonBase.displayName = 'ButtonBase';

const CrumbBase = (props: AnchorProps & A) => <AnchorBase c="dimmed" {...props} />;

/** A text link to a page of ours, typed by the router. Text alone where its reader has no such page. */
export const TextLink = createLink(AnchorBase);
/** A page above this one, in its header. */
export const Crumb = createLink(CrumbBase);
/** A link to a page of ours that looks like a button. Nothing where its reader has no such page. */
export const ButtonLink = createLink(ButtonBase);
