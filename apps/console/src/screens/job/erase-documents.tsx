import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, RequestError, read } from '../../api/client';
import { Button, Problem } from '../../parts/basics';
import { counted } from '../../parts/format';
import type { ListedJob } from '../../parts/job-row';

/** Requires a confirmation, because erased documents cannot be restored. */
export function EraseDocuments({ id, overview }: { id: string; overview: ListedJob | undefined }) {
  const [isAsking, setAsking] = useState(false);
  const erasing = useMutation({
    mutationFn: () => read(api.DELETE('/v2/jobs/{id}/documents', { params: { path: { id } } })),
    onSuccess: () => setAsking(false),
  });
  if (erasing.data !== undefined) return <ErasureProof id={id} />;
  if (!isAsking) {
    return (
      <div class="actions">
        <Button look="danger" onClick={() => setAsking(true)}>
          Erase documents
        </Button>
      </div>
    );
  }
  return (
    <section class="opened" role="alertdialog" aria-label="Erase documents">
      <p>
        Erase {counted(overview?.completed ?? 0, 'document')} and {counted(overview?.failed ?? 0, 'failure')} with their
        URLs and copies? They cannot be restored. The buttons above export them.
      </p>
      <div class="actions">
        <Button look="danger" isBusy={erasing.isPending} onClick={() => erasing.mutate()}>
          Erase
        </Button>
        <Button onClick={() => setAsking(false)}>Cancel</Button>
      </div>
      <Problem error={erasing.error} />
    </section>
  );
}

const REFETCH_MS = 1_000;

/** The state of an erasure, with the counts of erased rows when it is complete. */
export function ErasureProof({ id }: { id: string }) {
  const proof = useQuery({
    queryKey: ['erasure', id],
    queryFn: ({ signal }) => read(api.GET('/v2/jobs/{id}/erasure', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'erased' ? false : REFETCH_MS),
  });
  const { status, counts } = proof.data ?? {};
  // Pages with zero data retention or an early expiry are erased without a request.
  if (proof.error instanceof RequestError && proof.error.status === 404) {
    return <p role="status">The pages of this job are erased.</p>;
  }
  return (
    <>
      <p role="status">
        {status === 'erased' && counts
          ? `Erased ${counted(counts.documents, 'document')}, ${counted(counts.failures, 'failure')}, ${counted(counts.cachedPages, 'cached page')} and ${counted(counts.versions, 'version')} of change tracking.`
          : 'The documents cannot be read any more. Their rows are being erased.'}
      </p>
      <Problem error={proof.error} />
    </>
  );
}
