import type { NewToken, Reach } from '@/api/types';
import { commandLine, serverOf } from '@/components/words/command-line';

export type Way = 'install' | 'container' | 'dyno';

/** The ways to start an agent on a machine, each with what has to be known of it. */
export const WAYS: { way: Way; label: string; about: string }[] = [
  {
    way: 'install',
    label: 'Install',
    about:
      'Run it as root: it installs the agent below /opt/dynoboard-agent from this dashboard’s own packages, ' +
      'starts it as a service, and says what is missing. It contacts only this dashboard. Paste it ' +
      'again to upgrade.',
  },
  {
    way: 'container',
    label: 'Container',
    about:
      'For a machine with Docker and the image dynoboard-agent: “docker compose build agent-load” in a checkout ' +
      'makes it. A container changes no kernel settings of its host.',
  },
  {
    way: 'dyno',
    label: 'dyno agent',
    about: 'For a machine that has dynoboard or dynoboard-agent already. The agent runs until you stop it.',
  },
];

/** The line to paste. The token is in the environment, where `ps` does not show it to other users. */
export function lineOf(way: Way, token: NewToken, page: Location | URL, pin = ''): string {
  const server = serverOf(page);
  const secret = `DYNO_AGENT_TOKEN=${commandLine([token.token])}`;
  const options = commandLine([
    ...['--server', server],
    ...(token.ca_sha256 ? ['--ca-sha256', token.ca_sha256] : []),
    ...(isOverheard(server) ? ['--insecure-network'] : []),
    ...['--roles', token.roles.join(',')],
    ...(token.host_name ? ['--name', token.host_name] : []),
  ]);
  if (way === 'dyno') return `${secret} dyno agent ${options}`;
  if (way === 'container')
    return (
      `${secret} docker run --detach --name dynoboard-agent --network host --restart unless-stopped ` +
      `--env DYNO_AGENT_TOKEN --volume dynoboard-agent:/var/lib/dynoboard --volume /run/dynoboard:/run/dynoboard ` +
      `dynoboard-agent ${options}`
    );
  return `${installer(server, pin)} | ${secret} sh -s -- ${options}`;
}

/** The script on standard output. What cannot be fetched whole fails: `sh` reads `exit 1` in its place. */
function installer(server: string, pin: string): string {
  const proof = pin ? ['-k', '--pinnedpubkey', pin] : [];
  const fetch = commandLine(['curl', '-fsS', ...proof, `${server}/agent/install.sh`]);
  return `(${fetch} || echo exit 1)`;
}

/** What upgrades an agent that was installed by a line of this page: its settings stay. */
export function upgradeLine(page: Location | URL, pin = ''): string {
  return `${installer(serverOf(page), pin)} | sudo sh -s -- --upgrade`;
}

/** Whether others on the way could read what an agent says. */
const isOverheard = (server: string) => {
  const { protocol, hostname } = new URL(server);
  return protocol === 'http:' && !/^(127\.|localhost$|\[::1\]$)/.test(hostname);
};

/** “Python 3.11 to 3.14, x86_64 and aarch64”: which hosts packages are there for. */
export function targetWords({ targets }: Pick<Reach, 'targets'>): string {
  const machines = [...new Set(targets.map((target) => target.split(' ')[1] ?? ''))];
  const pythons = machines.map((machine) =>
    targets
      .filter((target) => target.endsWith(` ${machine}`))
      .map((target) => target.split(' ')[0] ?? '')
      .join(', '),
  );
  if (new Set(pythons).size === 1) return `Python ${pythons[0]} on ${machines.join(' and ')}`;
  return machines.map((machine, i) => `Python ${pythons[i]} on ${machine}`).join('; ');
}
