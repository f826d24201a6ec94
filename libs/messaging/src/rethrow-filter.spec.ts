import 'reflect-metadata';
import { Controller, Get, type INestApplication, Module, NotFoundException } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { EventPattern } from '@nestjs/microservices';
import { topics } from '@orbweaver/contracts';
import { PoisonedInputError, StoreUnavailableError } from '@orbweaver/core';
import { until } from '@orbweaver/testing';
import { startJob } from '../test/messages';
import { createMemoryTransport } from './memory/memory-transport';
import { RethrowFilter } from './rethrow-filter';

const attempts: string[] = [];

@Controller()
class HybridController {
  @EventPattern(topics.jobCommands.name)
  start(): void {
    attempts.push('start');
    if (attempts.length === 1) throw new StoreUnavailableError('connection lost');
    throw new PoisonedInputError('no');
  }

  @Get('known')
  known(): never {
    throw new NotFoundException('no such job');
  }

  @Get('unknown')
  unknown(): never {
    throw new Error('secret');
  }
}

@Module({
  controllers: [HybridController],
  providers: [{ provide: APP_FILTER, useFactory: () => new RethrowFilter() }],
})
class HybridModule {}

describe('RethrowFilter in a hybrid application', () => {
  const deadLetters: string[] = [];
  const advices: unknown[] = [];
  let application: INestApplication;
  let url: string;
  const transport = createMemoryTransport({
    retry: { firstDelayMs: 1, maxDelayMs: 1, attempts: 99 },
    log: (_, event, fields) => advices.push([event, fields.advice]),
    onDeadLetter: (topic) => deadLetters.push(topic),
  });

  beforeAll(async () => {
    application = await NestFactory.create(HybridModule, { logger: false });
    const strategy = transport.consumer({ service: 'gateway', audience: 'shared' });
    application.connectMicroservice({ strategy }, { inheritAppConfig: true });
    await application.startAllMicroservices();
    await application.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${application.getHttpServer().address().port}`;
  });

  afterAll(() => application.close());

  it('passes the retry advice of handler errors to the transport', async () => {
    await transport.publisher.publish('jobCommands', 'key', startJob());
    await until('the dead letter', () => deadLetters.length === 1);
    expect(attempts).toHaveLength(2);
    expect(advices).toEqual([
      ['message-retried', 'until-it-works'],
      ['dead-letter', undefined],
    ]);
  });

  it.each([
    ['known', 404, { statusCode: 404, message: 'no such job', error: 'Not Found' }],
    ['unknown', 500, { statusCode: 500, message: 'Internal server error' }],
    ['missing', 404, { statusCode: 404, message: 'Cannot GET /missing', error: 'Not Found' }],
  ])('responds to HTTP errors like Nest: %s', async (path, status, body) => {
    const answer = await fetch(`${url}/${path}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual(body);
  });
});
