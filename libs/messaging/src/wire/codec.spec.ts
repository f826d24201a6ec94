import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Topic, topics } from '@orbweaver/contracts';
import { pageDocument, pageOutcome, startJob } from '../../test/messages';
import { decodeMessage, splitValue } from './decode-message';
import { encodeMessage } from './encode-message';
import { header, joinParts, wireBytes } from './wire-message';

const MIB = 1024 * 1024;

async function overTheWire(topic: Topic, message: object): Promise<unknown> {
  const wire = await encodeMessage(topic, message);
  return decodeMessage(topic, splitValue(wire.headers, joinParts(wire)));
}

describe('the codec', () => {
  it('encodes a small message as plain JSON', async () => {
    const command = startJob();
    const wire = await encodeMessage(topics.jobCommands, command);
    expect(JSON.parse(joinParts(wire).toString())).toEqual(command);
    expect(wire.headers).toMatchObject({ [header.type]: 'StartJob', [header.encoding]: 'json' });
    expect(Number(wire.headers[header.at])).toBeGreaterThan(1e12);
    expect(wire.headers[header.id]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('compresses large JSON', async () => {
    const outlinks = Array.from({ length: 5_000 }, (_, n) => `https://example.com/articles/${n}`);
    const outcome = { ...pageOutcome(randomUUID(), 0), outlinks };
    const wire = await encodeMessage(topics.pageOutcomes, outcome);
    expect(wireBytes(wire)).toBeLessThan(JSON.stringify(outcome).length / 4);
    expect(await overTheWire(topics.pageOutcomes, outcome)).toEqual(outcome);
  });

  it.each([0, 1, 100_000, 63 * MIB])('carries %d bytes next to the JSON unchanged', async (size) => {
    const document = pageDocument(randomBytes(size));
    const wire = await encodeMessage(topics.documentsBulk, document);
    expect(wireBytes(wire)).toBeLessThan(size + 1_000);
    const { content, ...rest } = (await overTheWire(topics.documentsBulk, document)) as typeof document;
    const { content: sent, ...sentRest } = document;
    expect(Buffer.compare(content!, sent!)).toBe(0);
    expect(rest).toEqual(sentRest);
  });

  it('ignores unknown fields of a later release', async () => {
    const command = startJob();
    expect(await overTheWire(topics.jobCommands, { ...command, priority: 'high' })).toEqual(command);
  });

  const poison: [what: string, headers: Record<string, string>, value: Buffer][] = [
    ['no JSON', {}, Buffer.from('{"type":')],
    ['nothing', {}, Buffer.alloc(0)],
    ['null', {}, Buffer.from('null')],
    ['an unknown type', {}, Buffer.from('{"type":"Dance"}')],
    ['an encoding of gzip without gzip data', { [header.encoding]: 'json+gzip' }, Buffer.from('{}')],
    ['broken gzip', { [header.encoding]: 'json+gzip' }, gzipSync('{"type":"StartJob"}').subarray(0, 12)],
    ['fewer bytes than declared', { [header.bytes]: 'content=99' }, Buffer.from('{}')],
    ['a malformed field list', { [header.bytes]: '__proto__=2' }, Buffer.from('{}..')],
  ];
  it.each(poison)('rejects %s as poison', async (_, headers, value) => {
    const decoding = async () => decodeMessage(topics.jobCommands, splitValue(headers, value));
    await expect(decoding()).rejects.toMatchObject({ name: 'PoisonedInputError', retry: 'never' });
  });

  it('rejects a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * MIB), { level: 1 });
    const decoding = decodeMessage(topics.jobCommands, { headers: { [header.encoding]: 'json+gzip' }, parts: [bomb] });
    await expect(decoding).rejects.toMatchObject({ name: 'PoisonedInputError' });
  });
});
