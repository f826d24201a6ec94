import { startTestDatabase } from '@orbweaver/testing';
import { type FrontierConfig, frontierConfig } from '../src/frontier.config';
import { assembleFrontier, TestSite, TestTime, takeErrors } from './assemble-frontier';
import { TestActions } from './test-actions';

export { watchedLog } from './assemble-frontier';

/** A frontier on a real database without running loops: the test makes every step and sets the time. */
export async function startTestFrontier(config: Partial<Record<keyof FrontierConfig, string | number>> = {}) {
  const { url, database, close } = await startTestDatabase();
  const site = new TestSite();
  const time = new TestTime();
  const frontier = assembleFrontier(database, time, site, frontierConfig.parse(config));
  const end = async () => {
    await close();
    const [first] = takeErrors();
    if (first !== undefined) throw first;
  };
  return { ...frontier, url, database, time, site, config, close: end, actions: new TestActions(database, frontier) };
}

export type TestFrontier = Awaited<ReturnType<typeof startTestFrontier>>;

/** Another frontier on the same database, time and web, with a separate memory, and a separate pool if given. */
export function joinFrontier(other: TestFrontier, database = other.database) {
  return assembleFrontier(database, other.time, other.site, frontierConfig.parse(other.config));
}
