import { createSocket } from 'node:dgram';
import { type AddressInfo, isIP } from 'node:net';

/** Names under this domain are resolved by the stub. */
export const STUB_DOMAIN = 'hostile.test';

/** One list of addresses per query, repeated from the first. */
type StubAnswers = readonly (readonly string[])[];

export interface StubName {
  answers?: StubAnswers;
  /** Default 0: the answer must not be cached. */
  ttlSeconds?: number;
  /** Delay of the answer. `never`: the query is dropped. */
  delayMs?: number | 'never';
  /** For AAAA queries; defaults to `delayMs`. */
  delay6Ms?: number | 'never';
}

export interface StubDns {
  /** `127.0.0.1:port` */
  server: string;
  /** Number of A queries for a name. Retransmitted queries count once. */
  count(name: string): number;
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_ERROR = 3;
/** Some thousand concurrent queries. */
const RECEIVED_BYTES = 4 * 1024 * 1024;

/** Answers by name, or a function of the lower-case name. undefined: NXDOMAIN. */
export type StubZone = Readonly<Record<string, StubAnswers>> | ((name: string) => StubName | undefined);

/** A name server on the loopback interface with configured answers, delays and drops. */
export async function startStubDns(zone: StubZone): Promise<StubDns> {
  const find = (name: string): StubName | undefined =>
    typeof zone === 'function' ? zone(name) : zone[name] && { answers: zone[name] };
  const asked = new Map<string, number>();
  const queries = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  const socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVED_BYTES }, (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${query.readUInt16BE(0)} ${type} ${name}`;
    const isAgain = queries.has(key);
    queries.add(key);
    const turn = (asked.get(name) ?? 0) - Number(isAgain);
    if (type === TYPE_A && !isAgain) asked.set(name, turn + 1);
    const known = find(name);
    const delayMs = (type === TYPE_AAAA ? known?.delay6Ms : undefined) ?? known?.delayMs ?? 0;
    if (delayMs === 'never') return;
    const answers = known?.answers ?? [[]];
    const addresses = (answers[turn % answers.length] ?? []).filter(
      (address) => isIP(address) === (type === TYPE_A ? 4 : 6),
    );
    const answer = writeAnswer(query, end, { addresses, ttlSeconds: known?.ttlSeconds ?? 0 }, known !== undefined);
    const timer = setTimeout(() => {
      timers.delete(timer);
      socket.send(answer, from.port, from.address);
    }, delayMs);
    timers.add(timer);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    count: (name) => asked.get(name) ?? 0,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

/** RFC 1035, 4.1.2: after the 12-byte header labels with their lengths, then type and class. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

interface Records {
  addresses: readonly string[];
  ttlSeconds: number;
}

function writeAnswer(query: Buffer, questionEnd: number, { addresses, ttlSeconds }: Records, isKnown: boolean): Buffer {
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8580 | (isKnown ? 0 : NAME_ERROR), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const bytes = isIP(address) === 4 ? Buffer.from(address.split('.').map(Number)) : bytesOfIpv6(address);
    // The name of the question (a pointer to it), type, class IN, time to live, length.
    const record = Buffer.from('c00c00000001000000000000', 'hex');
    record.writeUInt16BE(isIP(address) === 4 ? TYPE_A : TYPE_AAAA, 2);
    record.writeUInt32BE(ttlSeconds, 6);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
}

function bytesOfIpv6(address: string): Buffer {
  const [before = '', after] = address.split('::').map((side) =>
    side
      .split(':')
      .filter((group) => group !== '')
      .map((group) => group.padStart(4, '0'))
      .join(''),
  );
  return Buffer.from(after === undefined ? before : before.padEnd(32 - after.length, '0') + after, 'hex');
}
