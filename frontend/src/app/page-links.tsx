import { Link } from '@tanstack/react-router';

import classes from './header.module.css';

const PAGES = [
  { to: '/', label: 'Home' },
  { to: '/experiments', label: 'Experiments' },
  { to: '/new', label: 'New' },
  { to: '/compare', label: 'Compare' },
  { to: '/hosts', label: 'Hosts' },
] as const;

/** The places of the dashboard, and the documentation. */
export function PageLinks({ className = '' }: { className?: string }) {
  return (
    <>
      {PAGES.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={`${classes.link} ${className}`}
          activeOptions={{ exact: to === '/', includeSearch: false }}
        >
          {label}
        </Link>
      ))}
      <a href="/docs" target="_blank" rel="noopener" className={`${classes.link} ${className}`}>
        Docs
      </a>
    </>
  );
}
