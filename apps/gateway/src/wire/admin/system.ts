import { z } from 'zod';
import { text } from '../bounds';

const MAX_OFFSET_CHARS = 40;

const instant = z.iso.datetime();
const success = z.literal(true);

const Lane = z.object({
  lane: z.enum(['bulk', 'interactive']).describe('`bulk`: pages of jobs; `interactive`: scrapes'),
  waiting: z.int(),
  leased: z.int().describe('Pages being rendered'),
  oldestSeconds: z.number().describe('Longest current wait'),
});

const Slots = z.object({
  resource: z.string().describe('`browser`, or another resource of renderers'),
  capacity: z.int(),
  used: z.int(),
  waiting: z.int(),
});

const ServiceGroup = z.object({
  service: z.string(),
  group: z.string().describe('Consumer group'),
  isShared: z.boolean().describe('Whether replicas share the messages; otherwise the group belongs to one replica'),
  state: z.string().describe('State of the group in Kafka'),
  members: z.int().describe('Connected replicas'),
  lag: z.int().describe('Messages that are not handled yet'),
});

export const SystemAnswer = z.object({
  success,
  process: z.object({
    version: z.string(),
    node: z.string(),
    uptimeSeconds: z.number(),
    services: z.array(z.string()).describe('Services of this process'),
  }),
  runningJobs: z.object({ batches: z.int(), crawls: z.int() }),
  queue: z.array(Lane),
  webhooks: z.object({ pending: z.int(), oldestSeconds: z.number() }),
  deferredHosts: z
    .array(z.object({ host: z.string(), until: instant }))
    .describe('Up to 100 hosts in back-off after 429 or 503, longest first'),
  slots: z.array(Slots).nullable().describe('Render slots of this process; null: it has no renderer'),
  groups: z.array(ServiceGroup).nullable().describe('Services connected to Kafka; null: not readable'),
  unknown: z.array(z.string()).describe('Figures that are unavailable, with the reason'),
});

export const DeadLettersAnswer = z.object({
  success,
  deadLetters: z
    .array(
      z.object({
        offset: z.string().describe('Id for a replay'),
        failedAt: instant,
        topic: z.string(),
        group: z.string(),
        key: z.string().nullable(),
        attempts: z.int(),
        error: z.string(),
      }),
    )
    .nullable()
    .describe('Up to 100, oldest first; null: not readable'),
  hasMore: z.boolean(),
  unavailable: z.string().optional().describe('Why `deadLetters` is null'),
});

export const ReplayRequest = z.strictObject({
  offset: text(MAX_OFFSET_CHARS)
    .regex(/^(?:all|(?:renderer:)?\d{1,18})$/)
    .describe('`offset` of a dead letter, or `all`'),
  from: text(MAX_OFFSET_CHARS)
    .regex(/^(?:renderer:)?\d{1,18}$/)
    .optional()
    .describe('With `all`: the first dead letter to replay. Default: the oldest'),
});
export type ReplayRequest = z.output<typeof ReplayRequest>;

export const ReplayAnswer = z.object({
  success,
  replayed: z.int(),
  refused: z.int().describe('Dead letters whose consumer group does not subscribe to their topic'),
  next: z.string().nullable().describe('`from` of the request that replays the rest; null: nothing is left'),
});

export const exampleSystem = {
  success: true,
  process: { version: '0.1.0', node: 'v22.0.0', uptimeSeconds: 3600, services: ['gateway'] },
  runningJobs: { batches: 1, crawls: 2 },
  queue: [
    { lane: 'bulk', waiting: 120, leased: 8, oldestSeconds: 1.5 },
    { lane: 'interactive', waiting: 0, leased: 1, oldestSeconds: 0.4 },
  ],
  webhooks: { pending: 0, oldestSeconds: 0 },
  deferredHosts: [{ host: 'example.com', until: '2026-01-01T10:01:00.000Z' }],
  slots: null,
  groups: [{ service: 'frontier', group: 'orbweaver.frontier', isShared: true, state: 'Stable', members: 2, lag: 0 }],
  unknown: ['Render slots: this process has no renderer. See orbweaver_render_slots of the renderers.'],
};
const exampleLetter = {
  offset: '12',
  failedAt: '2026-01-01T10:00:00.000Z',
  topic: 'job.commands',
  group: 'orbweaver.frontier',
  key: null,
  attempts: 5,
  error: 'Error: broken',
};
export const exampleLetters = { success: true, deadLetters: [exampleLetter], hasMore: false };
