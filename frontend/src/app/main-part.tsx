import { Container } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The first link of every page, for who does not use a mouse. */
export const SkipLink = () => (
  <a className="dyno-skip" href="#main">
    Skip to content
  </a>
);

/** The page itself, between header and footer. */
export function MainPart({ children }: { children?: ReactNode }) {
  return (
    <Container
      component="main"
      id="main"
      tabIndex={-1}
      size={1280}
      mih="calc(100dvh - 52px)"
      px={{ base: 'md', sm: 'xl' }}
      py="xl"
    >
      {children}
      <Outlet />
    </Container>
  );
}
