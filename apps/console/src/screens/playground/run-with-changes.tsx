import { useMutation } from '@tanstack/preact-query';
import { useLocation } from 'wouter-preact';
import { api, read } from '../../api/client';
import { Button, Problem } from '../../parts/basics';
import { startDraft } from './drafts';

/** Opens the playground with the request of a job. */
export function RunWithChanges({ jobId }: { jobId: string }) {
  const [, navigate] = useLocation();
  const loading = useMutation({
    mutationFn: () => read(api.GET('/v2/jobs/{id}/request', { params: { path: { id: jobId } } })),
    onSuccess: ({ operation, request, omitted }) => {
      startDraft(operation, request, omitted);
      navigate(`/playground/${operation}`);
    },
  });
  return (
    <>
      <Button isBusy={loading.isPending} onClick={() => loading.mutate()}>
        Run again with changes
      </Button>
      <Problem error={loading.error} />
    </>
  );
}
