import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Topic } from '@orbweaver/contracts';
import { PoisonedInputError } from '@orbweaver/core';
import { header, type WireMessage } from './wire-message';

const gunzipAsync = promisify(gunzip);

/** Limits memory: renderers run hostile pages and may be compromised. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** Splits a value into its parts. @throws PoisonedInputError if the headers do not match */
export function splitValue(headers: Readonly<Record<string, string>>, value: Uint8Array): WireMessage {
  const lengths = fieldsOf(headers).map(([, length]) => length);
  let offset = value.byteLength - lengths.reduce((sum, length) => sum + length, 0);
  if (offset < 0) throw new PoisonedInputError('the value is shorter than its headers say');
  const parts = [value.subarray(0, offset)];
  for (const length of lengths) {
    parts.push(value.subarray(offset, offset + length));
    offset += length;
  }
  return { headers, parts };
}

/** Parses a message by the topic's schema. @throws PoisonedInputError for anything else */
export async function decodeMessage(topic: Topic, wire: WireMessage): Promise<unknown> {
  const [json, ...bytes] = wire.parts;
  let value: unknown;
  try {
    const plain = wire.headers[header.encoding] === 'json+gzip' ? await unpack(json!) : json!;
    value = JSON.parse(Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('utf8'));
  } catch (error) {
    throw new PoisonedInputError(`not JSON: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  if (typeof value === 'object' && value !== null) {
    for (const [index, [name]] of fieldsOf(wire.headers).entries()) {
      Object.defineProperty(value, name, { value: bytes[index], enumerable: true, configurable: true, writable: true });
    }
  }
  const parsed = topic.schema.safeParse(value);
  if (!parsed.success) throw new PoisonedInputError(`not a message of ${topic.name}: ${describe(parsed.error.issues)}`);
  return parsed.data;
}

function unpack(json: Uint8Array): Promise<Buffer> {
  return gunzipAsync(json, { maxOutputLength: MAX_JSON_BYTES });
}

function fieldsOf(headers: Readonly<Record<string, string>>): [name: string, length: number][] {
  const text = headers[header.bytes];
  if (text === undefined || text === '') return [];
  return text.split(',').map((field) => {
    const match = /^([A-Za-z]\w*)=(\d{1,10})$/.exec(field);
    if (match === null) throw new PoisonedInputError(`the header ${header.bytes} is malformed`);
    return [match[1]!, Number(match[2])];
  });
}

/** Paths and reasons only: values may be page content. */
function describe(issues: readonly { path: PropertyKey[]; code?: string; message: string }[]): string {
  return issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'message'}: ${issue.code}`)
    .join('; ');
}
