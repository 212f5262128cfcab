import { Link, type LinkProps } from '@tanstack/react-router';

import { Needs, type Needed } from './needs';
import classes from './sub-pages.module.css';

interface SubPagesProps {
  /** What the pages belong to, for screen readers. */
  label: string;
  pages: readonly { to: LinkProps['to']; label: string; right: Needed }[];
}

/** The pages that stand under one place of the menu, as far as one may use them. */
export function SubPages({ label, pages }: SubPagesProps) {
  return (
    <nav aria-label={label} className={classes.pages}>
      {pages.map((page) => (
        <Needs key={page.to} right={page.right}>
          <Link to={page.to} className={classes.page} activeOptions={{ exact: true, includeSearch: false }}>
            {page.label}
          </Link>
        </Needs>
      ))}
    </nav>
  );
}
