import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { cursorOf } from '../../api/pages-of';
import type { JobUrl } from './load-urls';
import { UrlList } from './url-list';

/** The most that a request returns. */
const CHUNK_ROWS = 1_000;
const REFRESH_MS = 2_000;

interface Shown {
  rows: readonly JobUrl[];
  isPending: boolean;
  error: unknown;
}

const NOTHING: Shown = { rows: [], isPending: true, error: undefined };

/** The URLs of a job in a state, live until it has ended. */
export function useUrlList(jobId: string, state: JobUrl['state'] | undefined, hasEnded: boolean) {
  const list = useMemo(() => new UrlList((after) => readUrls(jobId, state, after)), [jobId, state]);
  const [shown, setShown] = useState(NOTHING);
  const current = useRef(list);
  current.current = list;
  const wasLive = useRef(false);
  const view = useRef({ first: 0, last: 0 });

  const show = useCallback(
    (reading: Promise<void>) =>
      reading.then(
        () => current.current === list && setShown({ rows: list.rows, isPending: false, error: undefined }),
        (error: unknown) => current.current === list && setShown((before) => ({ ...before, isPending: false, error })),
      ),
    [list],
  );
  useEffect(() => {
    setShown(NOTHING);
    void show(list.more());
  }, [list, show]);
  useEffect(() => {
    if (hasEnded) {
      if (wasLive.current) void show(list.refresh(0, Number.POSITIVE_INFINITY));
      return undefined;
    }
    wasLive.current = true;
    let isStopped = false;
    let timer = setTimeout(refresh, REFRESH_MS);
    async function refresh() {
      await show(list.refresh(view.current.first, view.current.last));
      if (!isStopped && view.current.last >= list.rows.length - 1) await show(list.more());
      if (!isStopped) timer = setTimeout(refresh, REFRESH_MS);
    }
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [list, show, hasEnded]);

  const more = useCallback(() => void show(list.more()), [list, show]);
  const onView = useCallback((first: number, last: number) => {
    view.current = { first, last };
  }, []);
  return { ...shown, more, onView };
}

async function readUrls(jobId: string, state: JobUrl['state'] | undefined, after: number | undefined) {
  const query = { state, limit: CHUNK_ROWS, ...(after === undefined ? {} : { after }) };
  const { urls, next } = await read(api.GET('/v2/crawl/{id}/urls', { params: { path: { id: jobId }, query } }));
  const cursor = cursorOf(next);
  return { urls, next: cursor === undefined ? undefined : Number(cursor) };
}
