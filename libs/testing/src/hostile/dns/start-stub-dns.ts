import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Names under this one are asked of the stub. */
export const STUB_DOMAIN = 'hostile.test';

/** The addresses (IPv4) that the queries for a name get, in turn: one list a query, and then the first again. */
export type StubAnswers = readonly (readonly string[])[];

export interface StubDns {
  /** `127.0.0.1:port` */
  server: string;
  /** How often a name was asked for an IPv4 address. */
  count(name: string): number;
  close(): Promise<void>;
}

const TYPE_A = 1;
const NAME_ERROR = 3;

/** A name server on the loopback network, whose answers nobody may keep (their time to live is 0). */
export async function startStubDns(names: Record<string, StubAnswers>): Promise<StubDns> {
  const asked = new Map<string, number>();
  const answersTo = (name: string, turn: number): readonly string[] | undefined => {
    const answers = names[name];
    return answers?.[turn % answers.length];
  };
  const socket = createSocket('udp4', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const turn = asked.get(name) ?? 0;
    const known = answersTo(name, turn);
    if (type === TYPE_A) asked.set(name, turn + 1);
    socket.send(
      writeAnswer(query, end, type === TYPE_A ? (known ?? []) : [], known !== undefined),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    count: (name) => asked.get(name) ?? 0,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** RFC 1035, 4.1.2: behind 12 bytes of header labels with their lengths, then type and class. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(query: Buffer, questionEnd: number, addresses: readonly string[], isKnown: boolean): Buffer {
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8580 | (isKnown ? 0 : NAME_ERROR), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    // The name of the question (a pointer to it), type A, class IN, time to live 0, four bytes.
    const record = Buffer.from('c00c00010001000000000004', 'hex');
    return Buffer.concat([record, Buffer.from(address.split('.').map(Number))]);
  });
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
}
