import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
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
  if (erasing.data !== undefined) return <p role="status">The documents are erased and cannot be read any more.</p>;
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
        URLs and copies? They cannot be restored. Export the documents before.
      </p>
      <div class="actions">
        <Button look="danger" isBusy={erasing.isPending} onClick={() => erasing.mutate()}>
          Erase for ever
        </Button>
        <Button onClick={() => setAsking(false)}>Keep</Button>
      </div>
      <Problem error={erasing.error} />
    </section>
  );
}
