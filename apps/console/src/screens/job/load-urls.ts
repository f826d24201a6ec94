import { useEffect, useState } from 'preact/hooks';
import { api, read, type Schemas } from '../../api/client';
import { cursorOf } from '../../api/pages-of';

export type JobUrl = Schemas['JobUrl'];

const PAGE_ROWS = 1_000;
/** The tree of a larger job would not be read by anyone; the export has all. */
const MAX_URLS = 200_000;

export interface LoadedUrls {
  urls: readonly JobUrl[];
  isComplete: boolean;
  error: unknown;
}

/** All URLs of a job, page by page. `version` changes when they shall be read again. */
export function useAllUrls(jobId: string, version: unknown): LoadedUrls {
  const [loaded, setLoaded] = useState<LoadedUrls>({ urls: [], isComplete: false, error: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const urls: JobUrl[] = [];
      let after: string | undefined;
      // Shown each time that the number has doubled, because the tree is built again each time.
      let shown = 0;
      let isComplete = false;
      do {
        const query = { limit: PAGE_ROWS, ...(after === undefined ? {} : { after: Number(after) }) };
        const page = await read(
          api.GET('/v2/crawl/{id}/urls', { params: { path: { id: jobId }, query }, signal: leaving.signal }),
        );
        urls.push(...page.urls);
        after = cursorOf(page.next);
        isComplete = after === undefined || urls.length >= MAX_URLS;
        if (isComplete || urls.length >= 2 * shown) {
          shown = urls.length;
          setLoaded({ urls: [...urls], isComplete, error: undefined });
        }
      } while (!isComplete);
    };
    load().catch((error: unknown) => {
      if (!leaving.signal.aborted) setLoaded((before) => ({ ...before, error }));
    });
    return () => leaving.abort();
  }, [jobId, version]);
  return loaded;
}
