import { useMutation, useQuery } from '@tanstack/preact-query';
import { api, read, shouldRetryUnlessTimedOut } from '../../api/client';
import { Button, Empty, Loading, Problem } from '../../parts/basics';
import { counted, formatCount, formatTime } from '../../parts/format';
import { VirtualList } from '../../parts/virtual-list';

interface ReplayRequest {
  offset: string;
  from?: string;
}

/** Messages that failed finally. */
export function DeadLetters() {
  const letters = useQuery({
    queryKey: ['dead-letters'],
    queryFn: () => read(api.GET('/admin/v1/dead-letters')),
    retry: shouldRetryUnlessTimedOut,
  });
  const replaying = useMutation({
    mutationFn: (body: ReplayRequest) => read(api.POST('/admin/v1/dead-letters/replay', { body })),
    onSuccess: () => letters.refetch(),
  });
  if (letters.data === undefined) return letters.isPending ? <Loading /> : <Problem error={letters.error} />;
  const { deadLetters, hasMore, unavailable } = letters.data;
  if (deadLetters === null) return <p class="notice">{unavailable}</p>;
  const { data: done } = replaying;
  const rest = done?.next ?? null;
  return (
    <>
      <Problem error={letters.error ?? replaying.error} />
      {done !== undefined && (
        <p class="notice" role="status">
          Replayed {formatCount(done.replayed)}, refused {formatCount(done.refused)}. Kafka keeps replayed messages in
          this list until their retention ends.{' '}
          {rest !== null && (
            <Button isBusy={replaying.isPending} onClick={() => replaying.mutate({ offset: 'all', from: rest })}>
              Replay the rest
            </Button>
          )}
        </p>
      )}
      {deadLetters.length === 0 ? (
        <Empty title="No dead letters" />
      ) : (
        <>
          <Button isBusy={replaying.isPending} onClick={() => replaying.mutate({ offset: 'all' })}>
            Replay all
          </Button>
          <VirtualList
            label="Dead letters"
            rows={deadLetters}
            rowHeight={64}
            keyOf={({ offset }) => offset}
            render={({ offset, topic, group, attempts, failedAt, error }) => (
              <div class="page-row">
                <span>
                  {topic} for {group}
                </span>
                <span class="hint">
                  {formatTime(failedAt)} · {counted(attempts, 'attempt')} · {error}
                </span>
                <Button aria-label={`Replay ${offset}`} onClick={() => replaying.mutate({ offset })}>
                  Replay
                </Button>
              </div>
            )}
          />
          {hasMore && <p class="hint">There are more. List them with orbweaver dead-letters list.</p>}
        </>
      )}
    </>
  );
}
