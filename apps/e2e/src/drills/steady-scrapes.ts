import type { ApiClient } from '../harness/api-client';

const AT_ONCE = 2;
const PAUSE_MS = 150;

/** Scrapes in sequence until it is stopped, and collects failures. */
export class SteadyScrapes {
  private isOver = false;
  private readonly loops: Promise<void>[];
  private sent = 0;
  private readonly failures: string[] = [];
  private slowestMs = 0;

  constructor(
    private readonly api: () => ApiClient,
    private readonly url: string,
  ) {
    this.loops = Array.from({ length: AT_ONCE }, () => this.loop());
  }

  async stop(): Promise<{ sent: number; failures: string[]; slowestMs: number }> {
    this.isOver = true;
    await Promise.all(this.loops);
    return { sent: this.sent, failures: this.failures, slowestMs: Math.round(this.slowestMs) };
  }

  private async loop(): Promise<void> {
    while (!this.isOver) {
      const from = performance.now();
      const failure = await this.scrape().catch((error: unknown) => `${error} ${(error as Error).cause ?? ''}`);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - from);
      this.sent += 1;
      if (failure !== undefined) this.failures.push(`${new Date().toISOString()} ${failure}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private async scrape(): Promise<string | undefined> {
    const { status, body } = await this.api().post('/v2/scrape', { url: this.url, formats: ['markdown'], maxAge: 0 });
    if (status === 200 && body.success === true) return undefined;
    return `${status} ${JSON.stringify(body)}`;
  }
}
