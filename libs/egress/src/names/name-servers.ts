import dns from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostAddress } from './hosts-file';
import { isDefinite, NameError } from './name-error';

/**
 * Time limit of the first try with several servers. c-ares doubles it for the next, and shortens it for fast servers.
 */
const FIRST_TRY_MS = 2000;
const TRIES = 2;
/** Extra time for AAAA after A: many servers never answer it (RFC 8305, 3). */
const IPV6_GRACE_MS = 250;

export interface NameAnswer {
  addresses: HostAddress[];
  ttlSeconds: number;
}

interface FamilyAnswer {
  found: { address: string; ttl: number }[];
  family: 4 | 6;
  code?: string;
}

/** The servers of resolv.conf, queried by c-ares without threads. */
export class NameServers {
  private resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });

  constructor(private readonly servers?: readonly string[]) {
    this.reload();
  }

  reload(): void {
    this.resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
    if (this.servers !== undefined) this.resolver.setServers(this.servers);
  }

  /** Queries both families of a complete name. `endAt`: deadline on the `performance` clock. @throws NameError */
  async ask(name: string, endAt: number): Promise<NameAnswer> {
    const { resolver } = this;
    const asking4 = untilAnswered(() => resolver.resolve4(name, { ttl: true }), 4, endAt);
    const asking6 = untilAnswered(() => resolver.resolve6(name, { ttl: true }), 6, endAt);
    const v4 = await asking4;
    if (v4.code === 'ENOTFOUND') throw new NameError(v4.code, name);
    const v6 = v4.code === undefined ? await Promise.race([asking6, nothingAfter(IPV6_GRACE_MS)]) : await asking6;
    const found = [v4, v6].flatMap((answer) => answer.found.map((one) => ({ ...one, family: answer.family })));
    if (found.length === 0) throw new NameError(worseOf(v4.code, v6.code), name);
    return {
      addresses: found.map(({ address, family }) => ({ address, family })),
      ttlSeconds: Math.min(...found.map(({ ttl }) => ttl)),
    };
  }

  cancel(): void {
    this.resolver.cancel();
  }
}

/** A server that is fast for other names may need time for this one and has the answer on the next query. */
async function untilAnswered(ask: () => Promise<FamilyAnswer['found']>, family: 4 | 6, endAt: number) {
  for (;;) {
    const answer = await settled(ask(), family);
    if (answer.code !== 'ETIMEOUT' || performance.now() >= endAt) return answer;
  }
}

async function settled(asked: Promise<FamilyAnswer['found']>, family: 4 | 6): Promise<FamilyAnswer> {
  try {
    const found = await asked;
    return found.length > 0 ? { found, family } : { found, family, code: 'ENODATA' };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'EUNKNOWN';
    return { found: [], family, code };
  }
}

async function nothingAfter(ms: number): Promise<FamilyAnswer> {
  await delay(ms, undefined, { ref: false });
  return { found: [], family: 6, code: 'ETIMEOUT' };
}

/** A missing answer of one family outweighs "no address" of the other. */
function worseOf(one: string | undefined, other: string | undefined): string {
  const codes = [one, other].filter((code) => code !== undefined);
  return codes.find((code) => !isDefinite(code)) ?? codes[0] ?? 'ENODATA';
}
