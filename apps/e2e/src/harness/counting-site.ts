import { createServer, type Server } from 'node:http';
import { listenOnFreshPort } from '@orbweaver/testing';

/** Longer than a page takes otherwise, so that pages that may run at once do. */
const PAGE_MS = 400;

/** Counts the requests under way, by the first segment of their path. */
export class CountingSite {
  private readonly running = new Map<string, number>();
  private readonly peaks = new Map<string, number>();
  private readonly server: Server = createServer((request, response) => {
    const area = request.url!.split('/')[1]!;
    const now = (this.running.get(area) ?? 0) + 1;
    this.running.set(area, now);
    this.peaks.set(area, Math.max(now, this.peaks.get(area) ?? 0));
    setTimeout(() => {
      this.running.set(area, this.running.get(area)! - 1);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<html><body><h1>${request.url}</h1><p>A page that took its time.</p></body></html>`);
    }, PAGE_MS);
  });

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listenOnFreshPort(this.server)}`;
  }

  peak(area: string): number | undefined {
    return this.peaks.get(area);
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}
