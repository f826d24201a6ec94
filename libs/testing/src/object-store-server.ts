import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ObjectStoreServer {
  /** For OBJECT_STORE_URL, with credentials; the bucket exists. */
  url: string;
  /** All keys, sorted. */
  keys(): Promise<string[]>;
  /** The bytes of an object, without a request. */
  read(key: string): Promise<Buffer>;
  /** Overwrites an object with other bytes. */
  damage(key: string): Promise<void>;
  /** Deletes an object. */
  lose(key: string): Promise<void>;
  /** Stores a copy under another key. */
  copy(key: string, other: string): Promise<void>;
  /** Kills the server; its objects remain. */
  kill(): Promise<void>;
  /** Restarts it at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = 'orbweaver';
const KEY = 'S3RVER';
const SUFFIX = '._S3rver_object';

/** An S3 server (s3rver) on 127.0.0.1 with its objects in a temporary folder. */
export async function startObjectStore(): Promise<ObjectStoreServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'orbweaver-objects-'));
  const fileOf = (key: string) => path.join(directory, BUCKET, key + SUFFIX);
  let running = await startServer(directory, 0);
  const kill = async () => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    running.child.kill('SIGKILL');
    await once(running.child, 'exit');
  };
  return {
    url: `http://${KEY}:${KEY}@127.0.0.1:${running.port}/${BUCKET}`,
    keys: async () => {
      const files = await readdir(path.join(directory, BUCKET), { recursive: true });
      const objects = files.filter((name) => name.endsWith(SUFFIX));
      return objects.map((name) => name.slice(0, -SUFFIX.length)).sort();
    },
    read: (key) => readFile(fileOf(key)),
    damage: (key) => writeFile(fileOf(key), 'damaged'),
    lose: (key) => rm(fileOf(key)),
    copy: async (key, other) => {
      await mkdir(path.dirname(fileOf(other)), { recursive: true });
      for (const end of ['object', 'object.md5', 'metadata.json']) {
        const [from, to] = [key, other].map((one) => fileOf(one).replace(/object$/, end)) as [string, string];
        await copyFile(from, to);
      }
    },
    kill,
    start: async () => {
      running = await startServer(directory, running.port);
    },
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startServer(directory: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const bucket = { name: BUCKET, configs: [] };
  const options = { directory, address: '127.0.0.1', port, silent: true, configureBuckets: [bucket] };
  const program = `new (require(${JSON.stringify(require.resolve('s3rver'))}))(${JSON.stringify(options)})
    .run().then(({ port }) => console.log(port))`;
  // Its continuation tokens use DES.
  const flags = ['--openssl-legacy-provider', '-e', program];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.unref();
  // The server exits with the test process.
  process.once('exit', () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) return { child, port: Number(line) };
  throw new Error('the object store has not started');
}
