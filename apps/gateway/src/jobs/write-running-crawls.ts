import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type CrawlSpec, JobSpec } from '@orbweaver/core';
import { type Database, listRunningCrawls } from '@orbweaver/persistence';
import type { ApiVersion } from '../wire/api-version';

/** Writes the running crawls of a team, without extracts, as chunks of JSON, to bound memory: 1000 specs can have 500 kB each. */
export async function* writeRunningCrawls(
  database: Database,
  teamId: string,
  version: ApiVersion,
): AsyncGenerator<string, void> {
  let separator = '{"success":true,"crawls":[';
  for await (const crawls of listRunningCrawls(database, teamId)) {
    for (const { id, createdAt, spec: stored } of crawls) {
      const spec = JobSpec.parse(stored) as CrawlSpec;
      if (spec.extract !== undefined) continue;
      const options = version.writeCrawlOptions(spec);
      yield separator + JSON.stringify({ id, teamId, url: spec.url, created_at: createdAt.toISOString(), options });
      separator = ',';
    }
    // Each chunk takes several milliseconds.
    await yieldToEventLoop();
  }
  yield `${separator === ',' ? '' : separator}]}`;
}
