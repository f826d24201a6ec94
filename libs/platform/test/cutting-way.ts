import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export interface CuttingWay {
  url: string;
  /** Calls `cut` before a statement with one of these words reaches Postgres, once per word and in their order. */
  cutBefore(words: readonly string[], cut: () => Promise<unknown>): void;
  left(): readonly string[];
  lead(target: string): void;
  close(): Promise<void>;
}

/** A proxy to Postgres that can interrupt chosen statements. */
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
