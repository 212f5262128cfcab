import { ActionIcon, Burger } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { meQuery } from '@/api/queries/people';
import { SchemeToggle } from '@/components/ui/layout/scheme-toggle';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { AccountButton } from './account-button';
import classes from './header.module.css';
import { PageLinks } from './page-links';

const Search = lazy(() => import('./search-box'));
const AccountMenu = lazy(() => import('./account-menu'));
const PhoneMenu = lazy(() => import('./phone-menu'));

export function Header() {
  const [isMenuWanted, setWanted] = useState(false);
  const [menu, { toggle, close }] = useDisclosure(false, { onOpen: () => setWanted(true) });
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Burger hiddenFrom="md" size="sm" opened={menu} onClick={toggle} aria-label="Menu" />
        <Link to="/" className={classes.brand}>
          <span className={classes.dot} aria-hidden />
          Dynoboard
        </Link>
        <nav className={classes.nav} aria-label="Pages">
          <PageLinks />
        </nav>
        <div className={classes.tools}>
          <SearchButton />
          <SchemeToggle />
          <Account />
        </div>
      </div>
      <Suspense>{isMenuWanted && <PhoneMenu isOpen={menu} onClose={close} />}</Suspense>
    </header>
  );
}

/** Who is signed in, with the menu of the account; it is loaded when it is first opened. */
function Account() {
  const { data: me } = useQuery(meQuery);
  const [isMenuWanted, setWanted] = useState(false);
  if (!me) return null;
  const button = <AccountButton me={me} onClick={() => setWanted(true)} />;
  return isMenuWanted ? (
    <Suspense fallback={button}>
      <AccountMenu me={me} />
    </Suspense>
  ) : (
    button
  );
}

function SearchButton() {
  const [openings, setWanted] = useState(0);
  const open = () => setWanted((n) => n + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <PlainButton
        onClick={open}
        visibleFrom="sm"
        fw={500}
        leftSection={<kbd className="dyno-mono">{isMac() ? '⌘K' : 'Ctrl K'}</kbd>}
      >
        Search
      </PlainButton>
      <ActionIcon variant="default" size="lg" onClick={open} hiddenFrom="sm" aria-label="Search">
        <IconSearch size={18} />
      </ActionIcon>
      <Suspense>{openings > 0 && <Search openings={openings} />}</Suspense>
    </>
  );
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);
