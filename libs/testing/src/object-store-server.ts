import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';

export interface ObjectStoreServer {
  /** For OBJECT_STORE_URL, with the credentials; the bucket is there. */
  url: string;
  /** The keys of all objects, sorted. */
  keys(): Promise<string[]>;
  /** Puts other bytes in the place of an object's. */
  damage(key: string): Promise<void>;
  /** Loses an object. */
  lose(key: string): Promise<void>;
  /** Ends the server, in the middle of whatever it does; its objects stay. */
  stop(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = 'orbweaver';
/** Those that the server knows. */
const KEY = 'S3RVER';

/** An S3 server of its own make (s3rver) on 127.0.0.1, with its objects in a temporary folder. */
export async function startObjectStore(): Promise<ObjectStoreServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'orbweaver-objects-'));
  let port = 0;
  let server: S3rver | undefined;
  const start = async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    port = ((await server.run()) as AddressInfo).port;
  };
  const stop = async () => {
    const running = server as unknown as { httpServer: import('node:http').Server } | undefined;
    const closed = server?.close();
    running?.httpServer.closeAllConnections();
    await closed;
    server = undefined;
  };
  const fileOf = (key: string) => path.join(directory, BUCKET, `${key}._S3rver_object`);
  await start();
  return {
    url: `http://${KEY}:${KEY}@127.0.0.1:${port}/${BUCKET}`,
    keys: async () => {
      const files = await readdir(path.join(directory, BUCKET), { recursive: true });
      return files
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', ''))
        .sort();
    },
    damage: (key) => writeFile(fileOf(key), 'damaged'),
    lose: (key) => rm(fileOf(key)),
    stop,
    start,
    close: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
