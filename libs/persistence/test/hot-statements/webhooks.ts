import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '../../src/database';
import * as p from '../../src/index';
import { FIRST_TEAM, idOf } from '../fill-large-database';
import { asDatabase, type HotStatement, jobId, now, numbers, teamId } from './hot-statement';

const operator = { apiKeyId: null, name: 'operator', requestId: null };

export const webhookStatements: HotStatement[] = [
  {
    name: 'insertWebhookEvents',
    rows: 20,
    run: (transaction) =>
      p.insertWebhookEvents(
        transaction,
        numbers(20).map((n) => ({
          id: randomUUID(),
          jobId,
          teamId,
          endpoint: 'hook.test',
          sequence: 5_000 + n,
          type: 'crawl.page',
          pageId: null,
          error: null,
          traceparent: null,
        })),
        now,
      ),
  },
  {
    name: 'findDueWebhookEvents',
    rows: 20,
    finds: true,
    run: (_, database) =>
      p.findDueWebhookEvents(database, {
        limit: 20,
        perEndpoint: 4,
        barred: { endpoints: [], teams: [], slowTeams: [], slowEndpoints: [] },
      }),
  },
  {
    name: 'claimWebhookEvent',
    rows: 1,
    run: (_, database) => p.claimWebhookEvent(database, idOf('event running 4001'), { forMs: 0 }),
  },
  {
    name: 'finishWebhookAttempt',
    rows: 1,
    run: async (_, database) => {
      const claimed = await p.claimWebhookEvent(database, idOf('event running 4001'), { forMs: 0 });
      const end = { state: 'pending', status: 500, error: 'busy', retryInMs: 0 } as const;
      await p.finishWebhookAttempt(database, claimed!, () => end, { startedAt: now, now });
    },
  },
  {
    name: 'finishWebhookAttempt',
    rows: 1,
    run: async (_, database) => {
      const claimed = await p.claimWebhookEvent(database, idOf('event running 4001'), { forMs: 0 });
      const end = { state: 'delivered', status: 200 } as const;
      await p.finishWebhookAttempt(database, claimed!, () => end, { startedAt: now, now });
    },
  },
  {
    name: 'readDelivery',
    rows: 1,
    run: (_, database) => p.readDelivery(database, { teamId, id: idOf('event running 7') }),
  },
  ...(['pending', 'delivered', 'dead'] as const).flatMap((state) => [
    {
      name: 'readTeamDeliveries',
      rows: 20,
      run: (_: Transaction, database: Database) =>
        p.readTeamDeliveries(database, { teamId, states: [state], limit: 20 }),
    },
    {
      name: 'readJobDeliveries',
      rows: 20,
      run: (_: Transaction, database: Database) =>
        p.readJobDeliveries(database, { teamId, jobId, states: [state], limit: 20 }),
    },
  ]),
  {
    name: 'listDeliveries',
    rows: 20,
    run: (_, database) => p.listDeliveries(database, { states: ['dead', 'pending'], limit: 20 }),
  },
  // Teams whose events are mixed with others', and one with all dead and pending events.
  ...[FIRST_TEAM, teamId].flatMap((ofTeam) => [
    {
      name: 'listDeliveries',
      rows: 20,
      finds: true as const,
      run: (_: Transaction, database: Database) =>
        p.listDeliveries(database, { teamId: ofTeam, states: ['dead', 'pending', 'delivered'], limit: 20 }),
    },
    {
      name: 'redeliverEvents',
      rows: 10,
      statements: 20,
      run: (transaction: Transaction) =>
        p.redeliverEvents(asDatabase(transaction), operator, {
          teamId: ofTeam,
          states: ['dead', 'pending'],
          limit: 2,
          maxEvents: 10,
        }),
    },
  ]),
  {
    // No event has this state: other jobs must not be read.
    name: 'redeliverEvents',
    rows: 1,
    run: (transaction) =>
      p.redeliverEvents(asDatabase(transaction), operator, { teamId: FIRST_TEAM, states: ['pending'], limit: 100 }),
  },
  {
    name: 'redeliverEvents',
    rows: 100,
    statements: 60,
    run: (transaction) =>
      p.redeliverEvents(asDatabase(transaction), operator, { states: ['dead'], limit: 100, maxEvents: 100 }),
  },
  {
    name: 'redeliverEvents',
    rows: 50,
    statements: 12,
    run: (transaction) =>
      p.redeliverEvents(asDatabase(transaction), operator, { jobId, states: ['delivered'], limit: 100, maxEvents: 50 }),
  },
  {
    name: 'requestRedelivery',
    rows: 2,
    run: (_, database) => p.requestRedelivery(database, { id: idOf('event running 4500'), jobId, sequence: 4_500 }),
  },
  { name: 'repairOutboxes', rows: 10, run: (_, database) => p.repairOutboxes(database) },
  {
    name: 'requestRedeliveryOfJob',
    rows: 500,
    statements: 35,
    run: (_, database) =>
      p.requestRedeliveryOfJob(database, { jobId, states: ['pending', 'delivered', 'dead'], stepEvents: 500 }),
  },
  {
    name: 'requestRedeliveryOfJob',
    rows: 50,
    statements: 6,
    run: (_, database) =>
      p.requestRedeliveryOfJob(database, { jobId, states: ['delivered'], after: 100, maxEvents: 50 }),
  },
];
