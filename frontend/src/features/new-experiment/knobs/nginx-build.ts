import type { HostFacts, Knob } from '@/api/types';

type Build = NonNullable<HostFacts['nginx']>;

/** Why a host's nginx does not know a knob, by what `nginx -V` says there; undefined where it does, or did not say. */
export function buildLacks(knob: Knob, build: Build | null | undefined): string | undefined {
  if (!build || isFit(knob, build)) return undefined;
  return `${neededBy(knob)}; it has ${build.version || build.path}`;
}

function isFit({ flavour, since, until, module }: Knob, build: Build): boolean {
  if (flavour && flavour !== build.flavour) return false;
  if (module && build.modules?.length && !build.modules.includes(module)) return false;
  const version = flavour ? build.number : build.base;
  if (!version) return true;
  return !(since && isBefore(version, since)) && !(until && !isBefore(version, until));
}

/** What the server of a build does where a knob is not set. */
export const defaultOf = (knob: Knob, build: Build | null | undefined): string =>
  build?.base && knob.default_until && !isBefore(build.base, knob.default_until)
    ? knob.later_default
    : knob.default;

const isBefore = (version: string, later: string) =>
  version.localeCompare(later, 'en', { numeric: true }) < 0;

/** What a server needs for a knob: “needs nginx from 1.11.0, module http_ssl”; empty when every nginx has it. */
export function neededBy({ flavour, since, until, module }: Knob): string {
  const version = [since && `from ${since}`, until && `before ${until}`].filter(Boolean).join(' and ');
  const server = (flavour || version) && [flavour ?? 'nginx', version].filter(Boolean).join(' ');
  const needs = [server, module && `module ${module}`].filter(Boolean).join(', ');
  return needs && `needs ${needs}`;
}
