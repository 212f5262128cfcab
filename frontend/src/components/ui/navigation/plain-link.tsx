import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

import { hasPage, pageAddress } from '@/api/share';

import classes from './plain-link.module.css';

interface PlainLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** An address of ours: `/runs/1rsh…?trial=…`. */
  href: string;
}

/** A link for tables of thousands of cells: it asks the router nothing until it is followed. */
export function PlainLink({ href, className = '', ...rest }: PlainLinkProps) {
  const { history } = useRouter();
  const address = pageAddress(href);
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(address);
  };
  if (!hasPage(href)) return <span className={className}>{rest.children}</span>;
  return <a {...rest} href={address} className={`${classes.link} ${className}`} onClick={follow} />;
}
