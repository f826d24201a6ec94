import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Topic } from '@orbweaver/contracts';
import { MessageTooLargeError } from '../errors';
import { header, type WireMessage, wireBytes } from './wire-message';

const gzipAsync = promisify(gzip);

/** Below this size, the thread pool costs more than compression saves. */
const GZIP_FROM_BYTES = 16 * 1024;

/** @param workHeaders headers of the publishing work @throws MessageTooLargeError if it exceeds the topic's limit */
export async function encodeMessage(
  topic: Topic,
  message: object,
  workHeaders: Readonly<Record<string, string>> = {},
): Promise<WireMessage> {
  const plain: Record<string, unknown> = {};
  const fields: string[] = [];
  const bytes: Uint8Array[] = [];
  for (const [name, value] of Object.entries(message)) {
    if (value instanceof Uint8Array) {
      fields.push(`${name}=${value.byteLength}`);
      bytes.push(value);
    } else {
      plain[name] = value;
    }
  }
  const json = Buffer.from(JSON.stringify(plain));
  const packed = json.byteLength < GZIP_FROM_BYTES ? json : await gzipAsync(json, { level: constants.Z_BEST_SPEED });
  const wire: WireMessage = {
    headers: {
      [header.type]: String(plain.type),
      [header.id]: randomUUID(),
      [header.at]: String(Date.now()),
      [header.encoding]: packed === json ? 'json' : 'json+gzip',
      ...workHeaders,
      ...(fields.length > 0 ? { [header.bytes]: fields.join(',') } : {}),
    },
    parts: [packed, ...bytes],
  };
  const size = wireBytes(wire);
  if (size > topic.maxMessageBytes) {
    throw new MessageTooLargeError(`${plain.type}: ${size} bytes, ${topic.name} carries ${topic.maxMessageBytes}`);
  }
  return wire;
}
