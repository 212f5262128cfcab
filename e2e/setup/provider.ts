// A real OpenID provider for the stack: backend/tests/db/identity/oidc/provider.py, with a page that asks who one is.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './process';

export const NAME = 'Acme';
/** Who is known there; groups decide what they may do here, and who is in none of these is refused. */
const PEOPLE = { Ada: ['perf'], Eve: ['visitors'] };
const ROLES = { perf: 'operator' };

const CODE = `
import json, sys
from backend.tests.db.identity.oidc.provider import CLIENT, SECRET, running
with running() as provider:
    for name, groups in json.loads(sys.argv[1]).items():
        of = {"sub": name, "name": name, "email": f"{name}@team.example".lower(), "email_verified": True}
        provider.people[name] = of | {"groups": groups}
    print(json.dumps({"issuer": provider.issuer, "client_id": CLIENT, "client_secret": SECRET}), flush=True)
    sys.stdin.read()
`;

export interface Provider {
  /** What tells a dashboard of it. */
  env: Record<string, string>;
  stop: () => void;
}

export async function startProvider(): Promise<Provider> {
  const child = spawn(path.join(root, '.venv/bin/python'), ['-c', CODE, JSON.stringify(PEOPLE)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', () => reject(new Error('the provider could not be started')));
  });
  const { issuer, client_id, client_secret } = JSON.parse(line) as Record<string, string>;
  return {
    env: {
      DYNO_OIDC_ISSUER: issuer ?? '',
      DYNO_OIDC_CLIENT_ID: client_id ?? '',
      DYNO_OIDC_CLIENT_SECRET: client_secret ?? '',
      DYNO_OIDC_NAME: NAME,
      DYNO_OIDC_ROLES: JSON.stringify(ROLES),
    },
    stop: () => child.stdin.end(),
  };
}
