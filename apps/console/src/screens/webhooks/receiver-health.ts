import type { Schemas } from '../../api/client';
import { hostOf } from '../../parts/format';

export type ShownDelivery = Schemas['WebhookDelivery'];

export interface ReceiverHealth {
  host: string;
  delivered: number;
  pending: number;
  dead: number;
  attempts: number;
  /** Attempts with a 2xx response. */
  accepted: number;
  /** Status or error of the latest attempt. */
  lastAnswer: string | undefined;
}

/** The health of each receiver, by its events, newest first. */
export function healthOf(deliveries: readonly ShownDelivery[]): ReceiverHealth[] {
  return [...new Set(deliveries.map(({ url }) => hostOf(url)))].map((host) => {
    const events = deliveries.filter(({ url }) => hostOf(url) === host);
    const total = (wanted: ShownDelivery['state']) => events.filter(({ state }) => state === wanted).length;
    const attempts = events.flatMap(({ log }) => log).sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    const [last] = attempts;
    return {
      host,
      delivered: total('delivered'),
      pending: total('pending'),
      dead: total('dead'),
      attempts: attempts.length,
      accepted: attempts.filter(({ error }) => error === undefined).length,
      lastAnswer: last === undefined ? undefined : answerText(last),
    };
  });
}

/** Such as `98 %`. */
export const successRate = ({ attempts, accepted }: ReceiverHealth): string =>
  attempts === 0 ? '–' : `${Math.floor((100 * accepted) / attempts)} %`;

export const answerText = ({ status, error }: ShownDelivery['log'][number]): string =>
  [...(status === undefined ? [] : [`Status ${status}`]), ...(error === undefined ? [] : [error])].join(': ') ||
  'No answer';
