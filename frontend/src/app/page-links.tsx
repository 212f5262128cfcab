import { Link } from '@tanstack/react-router';

import { Needs } from '@/components/domain/needs';

import classes from './header.module.css';

const PAGES = [
  { to: '/', label: 'Home', right: 'viewer' },
  { to: '/experiments', label: 'Experiments', right: 'viewer' },
  { to: '/compare', label: 'Compare', right: 'viewer' },
  { to: '/hosts', label: 'Hosts', right: 'viewer' },
  { to: '/recipes', label: 'Recipes', right: 'viewer' },
] as const;

/** Every page that one may use, and the documentation. */
export function PageLinks({ className = '' }: { className?: string }) {
  return (
    <>
      {PAGES.map(({ to, label, right }) => (
        <Needs key={to} right={right}>
          <Link
            to={to}
            className={`${classes.link} ${className}`}
            activeOptions={{ exact: to === '/', includeSearch: false }}
          >
            {label}
          </Link>
        </Needs>
      ))}
      <a href="/docs" target="_blank" rel="noopener" className={`${classes.link} ${className}`}>
        Docs
      </a>
    </>
  );
}
