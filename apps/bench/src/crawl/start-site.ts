import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface RunningSite {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  start(name: string, count: number): string;
  pages(name: string, count: number): string[];
  stop(): void;
}

export interface PageSource {
  /** A folder of *.html or *.html.gz. Default: generated pages. */
  folder?: string;
  every: number;
}

/** Starts the site in a separate process, so that its CPU time is not counted. */
export async function startSite({ folder, every }: PageSource): Promise<RunningSite> {
  const child = fork(path.join(__dirname, 'site-main.js'), folder === undefined ? [] : [folder, String(every)]);
  const [{ origin }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the site exited with ${code}`);
    }),
  ])) as [{ origin: string }];
  const page = (name: string, count: number, index: number) => `${origin}/${name}/${count}/${index}`;
  return {
    origin,
    start: (name, count) => page(name, count, 0),
    pages: (name, count) => Array.from({ length: count }, (_, index) => page(name, count, index)),
    stop: () => child.disconnect(),
  };
}
