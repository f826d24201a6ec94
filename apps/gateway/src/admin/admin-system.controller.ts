import { Controller, Get, Inject } from '@nestjs/common';
import type { BrokerOperations, ConsumerGroup } from '@orbweaver/messaging';
import {
  countRunning,
  type Database,
  listDeferredHosts,
  measureOpenScrapes,
  measureOutbox,
} from '@orbweaver/persistence';
import { BROKER, DATABASE, METRICS, readVersion, SERVICES, type ServiceName } from '@orbweaver/platform';
import type { Registry } from 'prom-client';
import { Administered } from '../edge/access';
import { Operation } from '../edge/operation';
import { SingleFlight } from '../jobs/single-flight';
import { exampleSystem, SystemAnswer } from '../wire/admin/system';
import { readGroups, readSlots } from './describe-system';

const MAX_HOSTS = 100;

@Controller('admin/v1/system')
@Administered()
export class AdminSystemController {
  /** Each reading opens a connection to Kafka, also one that its callers no longer wait for. */
  private readonly readings = new SingleFlight<ConsumerGroup[]>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(METRICS) private readonly metrics: Registry,
    @Inject(SERVICES) private readonly services: readonly ServiceName[],
    @Inject(BROKER) private readonly broker: BrokerOperations | undefined,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the state of the installation',
    description:
      'Queues, hosts in back-off and pending webhook events of the whole installation; version and render slots of this process; consumer groups of Kafka. `unknown` lists the figures that are unavailable, with the reason.',
    tag: 'admin',
    answer: { schema: SystemAnswer, example: exampleSystem },
  })
  async read() {
    const [jobs, scrapes, outbox, hosts, slots, found] = await Promise.all([
      countRunning(this.database),
      measureOpenScrapes(this.database),
      measureOutbox(this.database),
      listDeferredHosts(this.database, MAX_HOSTS),
      readSlots(this.metrics),
      readGroups(this.broker, (read) => this.readings.read('', read)),
    ]);
    const { batches, crawls, queued, leased, longestWaitSeconds } = jobs;
    return {
      success: true,
      process: {
        version: readVersion(),
        node: process.version,
        uptimeSeconds: Math.round(process.uptime()),
        services: [...this.services],
      },
      runningJobs: { batches, crawls },
      queue: [
        { lane: 'bulk', waiting: queued, leased, oldestSeconds: longestWaitSeconds },
        {
          lane: 'interactive',
          waiting: scrapes.waiting,
          leased: scrapes.started,
          oldestSeconds: scrapes.oldestSeconds,
        },
      ],
      webhooks: { pending: outbox.events, oldestSeconds: outbox.oldestSeconds },
      deferredHosts: hosts.map(({ host, until }) => ({ host, until: until.toISOString() })),
      slots,
      groups: found.groups,
      unknown: [
        ...(slots === null
          ? ['Render slots: this process has no renderer. See orbweaver_render_slots of the renderers.']
          : []),
        ...('reason' in found
          ? [`Consumer groups and lag: ${found.reason}.`]
          : ['Versions of other processes: see orbweaver_build_info of each process.']),
      ],
    };
  }
}
