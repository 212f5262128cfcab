import { ActionIcon, Burger, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';

import { ButtonLink } from '@/components/ui/navigation/links';

import classes from './header.module.css';
import { PageLinks } from './page-links';

const Search = lazy(() => import('./search-box'));
const PhoneMenu = lazy(() => import('./phone-menu'));

export function Header() {
  const [wanted, setWanted] = useState(false);
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
          <ButtonLink to="/new">
            <span className="mantine-visible-from-sm">New experiment</span>
            <span className="mantine-hidden-from-sm">New</span>
          </ButtonLink>
        </div>
      </div>
      <Suspense>{wanted && <PhoneMenu opened={menu} onClose={close} />}</Suspense>
    </header>
  );
}

function SearchButton() {
  const [wanted, setWanted] = useState(0);
  const open = () => setWanted((n) => n + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        visibleFrom="sm"
        fw={500}
        leftSection={<kbd className="dyno-mono">⌘K</kbd>}
      >
        Search
      </Button>
      <ActionIcon variant="default" size="lg" onClick={open} hiddenFrom="sm" aria-label="Search">
        <IconSearch size={18} />
      </ActionIcon>
      <Suspense>{wanted > 0 && <Search openings={wanted} />}</Suspense>
    </>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Use the ${next} colours`}
      onClick={() => setColorScheme(next)}
    >
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}
