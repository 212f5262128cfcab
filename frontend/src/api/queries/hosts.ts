import { api, readQuery, unwrap } from '../client';
import type { HostEdit, TestbedIn } from '../types';

export const hostsQuery = readQuery(['hosts', 'list'], '/api/v1/hosts');

/** Only those that are not as they were: facts of hosts are long, and most pages need none of them. */
export const hostsToRestoreQuery = readQuery(['hosts', 'needs_restore'], '/api/v1/hosts', {
  query: { condition: 'needs_restore' },
});

export const hostQuery = (id: string) =>
  readQuery(['hosts', id], '/api/v1/hosts/{host_id}', { path: { host_id: id } });

/** Asks a host to put back what is left; with `forget` what cannot be put back stays as it is. Its outcome is on the host later. */
export const restoreHost = (id: string, forget: boolean) =>
  unwrap(
    api.POST('/api/v1/hosts/{host_id}/restore', { params: { path: { host_id: id } }, body: { forget } }),
  );

export const testbedsQuery = readQuery(['testbeds'], '/api/v1/testbeds');

/** What is known of a testbed's noise, and from which calibration. */
export const noiseQuery = (id: string) =>
  readQuery(['testbeds', id, 'noise'], '/api/v1/testbeds/{testbed_id}/noise', { path: { testbed_id: id } });

export const retiredTestbedsQuery = readQuery(['testbeds', 'retired'], '/api/v1/testbeds', {
  query: { retired: true },
});

/** Out of forms and lists, or back; its results stay. */
export const retireTestbed = (id: string, isRetired: boolean) =>
  unwrap(
    api.PATCH('/api/v1/testbeds/{testbed_id}', {
      params: { path: { testbed_id: id } },
      body: { retired: isRetired },
    }),
  );

/** A new testbed, or another name and other hosts for one that is there; 409 where it is not of this version any more. */
export const saveTestbed = (body: TestbedIn, old?: { id: string; version: number }) =>
  old
    ? unwrap(
        api.PATCH('/api/v1/testbeds/{testbed_id}', {
          params: { path: { testbed_id: old.id } },
          body: { ...body, version: old.version },
        }),
      )
    : unwrap(api.POST('/api/v1/testbeds', { body }));

/** The last check of a testbed: how its hosts reach each other. */
export const checkQuery = (id: string) =>
  readQuery(['testbeds', id, 'check'], '/api/v1/testbeds/{testbed_id}/check', { path: { testbed_id: id } });

export const startCheck = (id: string) =>
  unwrap(api.POST('/api/v1/testbeds/{testbed_id}/check', { params: { path: { testbed_id: id } } }));

/** Its agent is locked out at once; its results stay. */
export const removeHost = (id: string) =>
  unwrap(api.DELETE('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } } }));

/** Other labels, or drained or not. */
export const changeHost = (id: string, body: HostEdit) =>
  unwrap(api.PATCH('/api/v1/hosts/{host_id}', { params: { path: { host_id: id } }, body }));
