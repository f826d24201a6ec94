import { useQuery } from '@tanstack/preact-query';
import { api, read } from '../../api/client';
import { account } from '../../api/session';
import { Figure, Problem } from '../../parts/basics';
import { formatCount } from '../../parts/format';
import { useTitle } from '../../parts/use-title';
import { Keys } from './keys';
import { TeamRules } from './team-rules';
import { Usage } from './usage';

const REFETCH_MS = 5_000;
/** The API returns this number for "not limited". */
const UNLIMITED = 99_999_999;

export default function Account() {
  useTitle('Account');
  const { team } = account.value!;
  return (
    <>
      <h1>{team?.name}</h1>
      <Load />
      <TeamRules />
      <Keys />
      <Usage />
    </>
  );
}

function Load() {
  const load = useQuery({
    queryKey: ['load'],
    queryFn: async () => {
      const [queue, credits, tokens] = await Promise.all([
        read(api.GET('/v2/team/queue-status')),
        read(api.GET('/v2/team/credit-usage')),
        read(api.GET('/v2/team/token-usage/historical')),
      ]);
      return { queue, credits: credits.data, tokens: tokens.periods.at(-1)?.tokensUsed ?? 0 };
    },
    refetchInterval: REFETCH_MS,
  });
  if (load.data === undefined) return <Problem error={load.error} />;
  const { queue, credits, tokens } = load.data;
  return (
    <dl class="figures">
      <Figure name="pages in progress">{formatCount(queue.activeJobsInQueue)}</Figure>
      <Figure name="pages waiting">{formatCount(queue.waitingJobsInQueue)}</Figure>
      <Figure name="maximum concurrency">{limited(queue.maxConcurrency)}</Figure>
      <Figure name="remaining credits">{limited(credits.remainingCredits)}</Figure>
      <Figure name="model tokens this month">{formatCount(tokens)}</Figure>
    </dl>
  );
}

const limited = (value: number) => (value >= UNLIMITED ? 'not limited' : formatCount(value));
