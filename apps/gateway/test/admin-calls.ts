import type { KeyRight } from '@orbweaver/core';
import { addKey } from '@orbweaver/persistence';
import { followNext } from './follow-next';
import type { Answer, CallOptions, TestGateway } from './start-gateway';

/** Adds a key to the gateway's team. */
export async function keyWith({ database, teamId }: TestGateway, rights: KeyRight[]): Promise<string> {
  const actor = { apiKeyId: null, name: 'test', requestId: null };
  return (await addKey(database, actor, { teamId, name: rights.join(' and '), rights }))!.secret;
}

export type AdminCalls = Awaited<ReturnType<typeof adminCalls>>;

/** Calls the admin API with a key with the right `admin`. Paths are relative to `/admin/v1`. */
export async function adminCalls(gateway: TestGateway) {
  const key = await keyWith(gateway, ['admin']);
  const call = (path: string, options: CallOptions = {}): Promise<Answer> =>
    gateway.call(`/admin/v1${path}`, { key, ...options });
  return {
    key,
    call,
    /** The rows of a list, page by page. */
    async readAll(path: string, field: string): Promise<{ id: string; jobId?: string; sequence?: number }[]> {
      const pages = await followNext(gateway, `/admin/v1${path}`, { key });
      return pages.flatMap((page) => page[field]);
    },
  };
}
