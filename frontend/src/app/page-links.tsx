import { Link, useLocation } from '@tanstack/react-router';

import classes from './header.module.css';

/** Each place, and what else belongs to it by its address. */
const PLACES = [
  { to: '/', label: 'Home', otherAddresses: [] },
  { to: '/experiments', label: 'Experiments', otherAddresses: ['/runs/', '/bisects'] },
  { to: '/new', label: 'New', otherAddresses: [] },
  { to: '/compare', label: 'Compare', otherAddresses: ['/c/'] },
  { to: '/hosts', label: 'Hosts', otherAddresses: [] },
] as const;

const HERE = { 'data-status': 'active', 'aria-current': 'true' } as const;

/** The places of the dashboard, and the documentation. */
export function PageLinks({ className = '' }: { className?: string }) {
  const { pathname } = useLocation();
  return (
    <>
      {PLACES.map(({ to, label, otherAddresses }) => (
        <Link
          key={to}
          to={to}
          className={`${classes.link} ${className}`}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          {...(otherAddresses.some((address) => pathname.startsWith(address)) && HERE)}
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
