import { Container } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';

import { Footer } from './footer';
import { Header } from './header';
import { SpaceBanner } from './space-banner';

export function Layout() {
  return (
    <>
      <a className="dyno-skip" href="#main">
        Skip to content
      </a>
      <Header />
      <Container
        component="main"
        id="main"
        tabIndex={-1}
        size={1280}
        mih="calc(100dvh - 7rem)"
        px={{ base: 'md', sm: 'xl' }}
        py="xl"
      >
        <SpaceBanner />
        <Outlet />
      </Container>
      <Footer />
    </>
  );
}
