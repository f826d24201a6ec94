/**
 * Loaded before everything else in a process under test (`node --require`): names under STUB_DOMAIN are asked of the
 * name server in HOSTILE_DNS instead of the system's. Nothing else changes: the same call, the same kind of answer.
 */
import { promises } from 'node:dns';
import { STUB_DOMAIN } from './start-stub-dns';

const { lookup } = promises;
const stub = new promises.Resolver({ timeout: 2000, tries: 2 });
stub.setServers([process.env.HOSTILE_DNS ?? '127.0.0.1']);

Object.assign(promises, {
  lookup: async (hostname: string, options: object) => {
    if (!hostname.endsWith(`.${STUB_DOMAIN}`)) return await lookup(hostname, options);
    const addresses = await stub.resolve4(hostname);
    return addresses.map((address) => ({ address, family: 4 }));
  },
});
