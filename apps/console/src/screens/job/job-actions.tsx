import { useMutation, useQuery } from '@tanstack/preact-query';
import { useLocation } from 'wouter-preact';
import { api, RequestError, read } from '../../api/client';
import { download } from '../../api/download';
import { Button, Problem } from '../../parts/basics';
import { counted } from '../../parts/format';
import type { ListedJob } from '../../parts/job-row';
import { RunWithChanges } from '../playground/run-with-changes';
import { EraseDocuments, ErasureProof } from './erase-documents';
import { lacksContent, offeredExports } from './export-formats';

/** The request of a larger batch is not loaded for its formats only. */
const MAX_LOADED_URLS = 1_000;

interface JobActionsProps {
  id: string;
  overview: ListedJob | undefined;
  hasEnded: boolean;
  failed: number;
}

export function JobActions({ id, overview, hasEnded, failed }: JobActionsProps) {
  const [, navigate] = useLocation();
  const path = { params: { path: { id } } };
  const open = ({ id: newId }: { id: string }) => navigate(`/jobs/${newId}`);
  const cancelling = useMutation({ mutationFn: () => read(api.DELETE('/v2/crawl/{id}', path)) });
  const retrying = useMutation({ mutationFn: () => read(api.POST('/v2/jobs/{id}/retry', path)), onSuccess: open });
  const retryingFailed = useMutation({
    mutationFn: () => read(api.POST('/v2/jobs/{id}/retry-failed', path)),
    onSuccess: open,
  });
  const refused = retrying.error ?? retryingFailed.error;
  if (overview?.erased) return <ErasureProof id={id} />;
  return (
    <>
      <div class="actions">
        {hasEnded ? (
          <Button isBusy={retrying.isPending} onClick={() => retrying.mutate()}>
            Run again
          </Button>
        ) : (
          <Button look="danger" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            Cancel
          </Button>
        )}
        {hasEnded && failed > 0 && (
          <Button isBusy={retryingFailed.isPending} onClick={() => retryingFailed.mutate()}>
            Retry {counted(failed, 'failed page')}
          </Button>
        )}
        <RunWithChanges jobId={id} />
      </div>
      <Problem error={cancelling.error ?? refused} />
      {hadHeaders(refused) && (
        <p>
          Enter the header values again: <RunWithChanges jobId={id} />
        </p>
      )}
      <Exports id={id} overview={overview} />
      {hasEnded && <EraseDocuments id={id} overview={overview} />}
    </>
  );
}

/** The service erases header values when a job ends, so such a job cannot be retried. */
const hadHeaders = (error: unknown): boolean =>
  error instanceof RequestError && error.status === 409 && /\bheader values\b/i.test(error.message);

function Exports({ id, overview }: Pick<JobActionsProps, 'id' | 'overview'>) {
  const asked = useQuery({
    queryKey: ['request', id],
    queryFn: () => read(api.GET('/v2/jobs/{id}/request', { params: { path: { id } } })),
    enabled: overview !== undefined && overview.namedUrls <= MAX_LOADED_URLS,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const exporting = useMutation({
    mutationFn: ({ name, extension }: (typeof offeredExports)[number]) =>
      download(`/v2/crawl/${id}/export?format=${name}`, `${id}.${extension}`),
  });
  const impossible = offeredExports.filter(({ content }) => lacksContent(asked.data?.request, content));
  return (
    <>
      <div class="actions">
        {offeredExports.map((format) => (
          <Button
            key={format.name}
            isBusy={exporting.isPending}
            disabled={impossible.includes(format)}
            onClick={() => exporting.mutate(format)}
          >
            Export {format.name}
          </Button>
        ))}
        {impossible.map(({ name, content }) => (
          <span class="hint" key={name}>
            {name} needs the format <code>{content}</code>, which this job did not request.
          </span>
        ))}
      </div>
      <Problem error={exporting.error} />
    </>
  );
}
