/**
 * Preloaded (`node --require`) into a process under test: resolves names under STUB_DOMAIN with the server in
 * HOSTILE_DNS. Calls and results keep their form.
 */
import { promises } from 'node:dns';
import { STUB_DOMAIN } from './start-stub-dns';

const { Resolver } = promises;
const stub = new Resolver({ timeout: 2000, tries: 2 });
stub.setServers([process.env.HOSTILE_DNS ?? '127.0.0.1']);

class StubbedResolver extends Resolver {
  constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
    super(options);
    const { resolve4, resolve6 } = this;
    const isStubs = (hostname: string) => hostname.endsWith(`.${STUB_DOMAIN}`);
    Object.assign(this, {
      resolve4: (hostname: string, how: { ttl: true }) =>
        isStubs(hostname) ? stub.resolve4(hostname, how) : resolve4.call(this, hostname, how),
      resolve6: (hostname: string, how: { ttl: true }) =>
        isStubs(hostname) ? stub.resolve6(hostname, how) : resolve6.call(this, hostname, how),
    });
  }
}

Object.assign(promises, { Resolver: StubbedResolver });
