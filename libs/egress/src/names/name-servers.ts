import dns from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostAddress } from './host-address';
import { isDefinite, NameError } from './name-error';

/**
 * Time for one of several servers. c-ares waits twice as long for the next try, and less for servers that are otherwise
 * quick.
 */
const FIRST_TRY_MS = 2000;
const TRIES = 2;
/** How much longer than A an AAAA answer is waited for: many servers never send it (RFC 8305, 3). */
const IPV6_GRACE_MS = 250;

export interface NameAnswer {
  /** IPv4 first. At least one. */
  addresses: HostAddress[];
  ttlSeconds: number;
}

interface FamilyAnswer {
  found: { address: string; ttl: number }[];
  family: 4 | 6;
  /** Absent: there are addresses. */
  code?: string;
}

/** The name servers of resolv.conf, asked by c-ares over sockets of the event loop: no thread waits for them. */
export class NameServers {
  private resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });

  /** `servers` replace those of resolv.conf; each like `127.0.0.1:53`. */
  constructor(private readonly servers?: readonly string[]) {
    this.reload();
  }

  /** Reads the servers from resolv.conf again. Questions under way end with the previous ones. */
  reload(): void {
    this.resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
    if (this.servers !== undefined) this.resolver.setServers(this.servers);
  }

  /**
   * Asks for both families of a complete name at once. Rejects with a NameError. `endAt` is a time of `performance`.
   */
  async ask(name: string, endAt: number): Promise<NameAnswer> {
    const { resolver } = this;
    const asking4 = untilAnswered(() => resolver.resolve4(name, { ttl: true }), 4, endAt);
    const asking6 = untilAnswered(() => resolver.resolve6(name, { ttl: true }), 6, endAt);
    const v4 = await asking4;
    // A name that does not exist has addresses of neither family.
    if (v4.code === 'ENOTFOUND') throw new NameError(v4.code, name);
    const v6 = v4.code === undefined ? await Promise.race([asking6, nothingAfter(IPV6_GRACE_MS)]) : await asking6;
    const found = [v4, v6].flatMap((answer) => answer.found.map((one) => ({ ...one, family: answer.family })));
    if (found.length === 0) throw new NameError(worseOf(v4.code, v6.code), name);
    return {
      addresses: found.map(({ address, family }) => ({ address, family })),
      ttlSeconds: Math.min(...found.map(({ ttl }) => ttl)),
    };
  }

  /** Gives up the open questions. */
  cancel(): void {
    this.resolver.cancel();
  }
}

/** A server that is quick for other names may need time for this one, and has the answer when it is asked again. */
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

/** While one family has no answer, "none" from the other does not mean that there is no address. */
function worseOf(one: string | undefined, other: string | undefined): string {
  const codes = [one, other].filter((code) => code !== undefined);
  return codes.find((code) => !isDefinite(code)) ?? codes[0] ?? 'ENODATA';
}
