import { Footer } from './footer';
import { Header } from './header';
import { HealthBanner } from './health-banner';
import { MainPart, SkipLink } from './main-part';
import { TellWhenDone } from './tell-when-done';

export function Layout() {
  return (
    <>
      <SkipLink />
      <Header />
      <MainPart>
        <HealthBanner />
      </MainPart>
      <Footer />
      <TellWhenDone />
    </>
  );
}
