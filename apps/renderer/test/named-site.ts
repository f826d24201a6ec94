import { startBrowserHarness } from './browser-harness';
import { startPageServer } from './page-server';

/** A site for all host names, and a browser that opens it: filter rules depend on hosts. */
export async function startNamedSite() {
  const server = await startPageServer();
  const harness = await startBrowserHarness({ resolver: async () => [{ address: '127.0.0.1', family: 4 }] });
  return {
    ...harness,
    serve: server.serve,
    at: (host: string, path: string): string => `http://${host}:${new URL(server.origin).port}${path}`,
    async close(): Promise<void> {
      await harness.close();
      await server.close();
    },
  };
}

export type NamedSite = Awaited<ReturnType<typeof startNamedSite>>;
