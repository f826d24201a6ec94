import { randomUUID } from 'node:crypto';
import { startCrawl } from './job-calls';
import type { TestGateway } from './start-gateway';

/** The receiver of `startCrawlWithWebhook`. */
export const receiver = 'https://receiver.example/hook';

/** Starts a crawl with a webhook. @returns its id */
export const startCrawlWithWebhook = (gateway: TestGateway, key?: string): Promise<string> =>
  startCrawl(gateway, { webhook: receiver }, { key });

interface EventRow {
  state?: string;
  attempts?: number;
  attemptsBefore?: number;
  nextAttemptAt?: Date;
  isFirst?: boolean;
  claimedUntil?: Date;
  createdAt?: Date;
}

/** Stores events of a job in order, as results does. @returns their ids */
export async function storeEvents(
  { database, teamId: own }: TestGateway,
  jobId: string,
  rows: readonly EventRow[],
  teamId = own,
): Promise<string[]> {
  const events = rows.map((row, index) => {
    const type = index === 0 ? 'crawl.started' : 'crawl.page';
    const pageId = index === 0 ? null : randomUUID();
    return { id: randomUUID(), jobId, teamId, sequence: index + 1, type, pageId, state: 'delivered', ...row };
  });
  await database.webhookEvent.createMany({ data: events });
  return events.map((event) => event.id);
}

export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, seconds));
