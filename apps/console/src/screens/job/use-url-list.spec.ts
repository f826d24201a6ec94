import { parseHTML } from 'linkedom';
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { provideBrowser } from '../../../test/provide-browser';
import type { JobUrl } from './load-urls';

const REFRESH_MS = 2_000;

describe('useUrlList', () => {
  let useUrlList: typeof import('./use-url-list').useUrlList;
  let root: Element;
  /** Requests without a response. */
  let pending: (() => void)[];
  let requests: string[];

  beforeAll(async () => {
    const { document } = parseHTML('<!doctype html><html><body><div></div></body></html>');
    Object.assign(globalThis, { document });
    root = document.querySelector('div')!;
    provideBrowser('http://service.test');
    ({ useUrlList } = await import('./use-url-list'));
  });
  beforeEach(() => {
    jest.useFakeTimers();
    [requests, pending] = [[], []];
    jest.spyOn(globalThis, 'fetch').mockImplementation((request) => {
      requests.push(new URL((request as Request).url).search);
      return new Promise((resolve) => pending.push(() => resolve(Response.json({ success: true, urls: [] }))));
    });
  });
  afterEach(async () => {
    await act(() => render(null, root));
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  function List({ state, hasEnded = false }: { state?: JobUrl['state']; hasEnded?: boolean }) {
    useUrlList('job', state, hasEnded);
    return null;
  }
  const show = (props: Parameters<typeof List>[0]) => act(() => render(h(List, props), root));
  const respond = async () => {
    for (const send of pending.splice(0)) send();
    await jest.advanceTimersByTimeAsync(0);
  };
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  /** Shows a live list up to its first refresh, which gets no response yet. */
  async function startRefresh() {
    await show({});
    await pass(0);
    await respond();
    await pass(REFRESH_MS);
    expect(requests).toHaveLength(2);
  }

  it('refreshes a live list', async () => {
    await startRefresh();
    await respond();
    await pass(REFRESH_MS);
    expect(requests).toHaveLength(3);
  });

  it.each<[string, () => Promise<void>, string[]]>([
    ['it is no longer shown', () => act(() => render(null, root)), []],
    ['the filter changes', () => show({ state: 'failed' }), ['?state=failed&limit=1000']],
    ['the job has ended', () => show({ hasEnded: true }), ['?limit=1000']],
  ])('does not continue a refresh after %s', async (_, change, later) => {
    await startRefresh();
    requests = [];
    await change();
    for (let n = 0; n < 3; n += 1) {
      await pass(0);
      await respond();
    }
    expect(requests).toEqual(later);
    await pass(REFRESH_MS + 1);
    await respond();
    await pass(REFRESH_MS + 1);
    // A new filter is refreshed, the old one is not.
    expect(requests.filter((query) => !query.includes('failed'))).toEqual(later.filter((q) => !q.includes('failed')));
  });
});
