import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Badge, Button, Empty, Loading, OutLink, Problem } from '../../parts/basics';
import { StoredDocument } from '../../parts/stored-document';
import { VirtualList } from '../../parts/virtual-list';
import { Choice } from '../jobs/jobs';
import { startDraft } from '../playground/drafts';
import type { JobUrl } from './load-urls';
import { shownStates } from './site-tree';
import { useUrlList } from './use-url-list';

export function PagesList({ jobId, hasEnded }: { jobId: string; hasEnded: boolean }) {
  const [state, setState] = useState<JobUrl['state']>();
  const [opened, open] = useState<JobUrl>();
  const pages = useUrlList(jobId, state, hasEnded);
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
          onView={pages.onView}
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
