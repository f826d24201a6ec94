import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export interface CuttingWay {
  /** Of the database, by this way. */
  url: string;
  /** Once for each of these words, in their order: when a statement with them is sent, `cut` runs before Postgres has it. */
  cutBefore(words: readonly string[], cut: () => Promise<unknown>): void;
  /** Words that no statement has had yet. */
  left(): readonly string[];
  /** From now on the way leads there. */
  lead(target: string): void;
  close(): Promise<void>;
}

/** A way to Postgres that knows what is sent on it, so that Postgres can be taken away in the middle of a statement. */
export async function startCuttingWay(database: string): Promise<CuttingWay> {
  let target = new URL(database);
  let left: string[] = [];
  let cutNow: () => Promise<unknown> = async () => undefined;
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', async (chunk: Buffer) => {
      if (left[0] !== undefined && chunk.includes(left[0])) {
        left.shift();
        near.pause();
        await cutNow();
        near.resume();
      }
      far.write(chunk);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutBefore: (words, cut) => {
      left = [...words];
      cutNow = cut;
    },
    left: () => left,
    lead: (to) => {
      target = new URL(to);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
