import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Badge, Button, Empty, Loading, OutLink, Problem } from '../../parts/basics';
import { StoredDocument } from '../../parts/stored-document';
import { VirtualList } from '../../parts/virtual-list';
import { Choice } from '../jobs/jobs';
import { startDraft } from '../playground/drafts';
import type { JobUrl } from './load-urls';
import { shownStates } from './site-tree';

const REFETCH_MS = 2_000;

export function PagesList({ jobId, hasEnded }: { jobId: string; hasEnded: boolean }) {
  const [state, setState] = useState<JobUrl['state']>();
  const [opened, open] = useState<JobUrl>();
  const pages = usePages(
    ['urls', jobId, state, hasEnded],
    async (after) => {
      const query = { state, limit: 200, ...(after === undefined ? {} : { after: Number(after) }) };
      const page = await read(api.GET('/v2/crawl/{id}/urls', { params: { path: { id: jobId }, query } }));
      return { rows: page.urls, next: page.next };
    },
    { refetchMs: hasEnded ? undefined : REFETCH_MS },
  );
  return (
    <>
      <div class="filters">
        <Choice label="State" options={shownStates} value={state} onChange={setState} />
      </div>
      <Problem error={pages.error} />
      {pages.isPending && <Loading />}
      {!pages.isPending && pages.rows.length === 0 && <Empty title="No pages" />}
      {pages.rows.length > 0 && (
        <VirtualList
          label="Pages"
          rows={pages.rows}
          rowHeight={44}
          keyOf={({ id }) => id}
          render={(page) => <PageRow page={page} onOpen={open} />}
          onEnd={pages.more}
        />
      )}
      {opened !== undefined && <OpenedPage page={opened} onClose={() => open(undefined)} />}
    </>
  );
}

const PageRow = ({ page, onOpen }: { page: JobUrl; onOpen: (page: JobUrl) => void }) => (
  <div class="page-row">
    <Badge state={page.state} />
    <button type="button" class="link" onClick={() => onOpen(page)}>
      {page.url}
    </button>
    <span class="hint">{page.reason ?? ''}</span>
  </div>
);

function OpenedPage({ page, onClose }: { page: JobUrl; onClose: () => void }) {
  const { id, url, state, reason, message, foundOn, redirectedTo } = page;
  return (
    <section class="opened" aria-label="Page">
      <div class="heading">
        <h2>
          <OutLink href={url} />
        </h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      <p>
        <Badge state={state} /> {reason} {message}
      </p>
      {foundOn !== undefined && (
        <p>
          Found on <OutLink href={foundOn} />
        </p>
      )}
      {redirectedTo !== undefined && (
        <p>
          Redirected to <OutLink href={redirectedTo} />
        </p>
      )}
      {(state === 'failed' || state === 'skipped') && (
        <p>
          <Link
            class="button"
            href="/playground/scrape"
            onClick={() => startDraft('scrape', { url, formats: ['markdown'] })}
          >
            Scrape it again
          </Link>
        </p>
      )}
      {state === 'done' && redirectedTo === undefined && <StoredDocument id={id} />}
    </section>
  );
}
