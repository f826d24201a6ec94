import 'reflect-metadata';
import { Controller, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { type MessageOf, namesOf, type TopicId, topics } from '@orbweaver/contracts';
import { DeliveryContext } from '../src/delivery-context';
import { RethrowFilter } from '../src/rethrow-filter';
import type { Consumer, ConsumerOptions, Transport } from '../src/transport';

export type Handlers = {
  [T in TopicId]?: (message: MessageOf<T>, context: DeliveryContext) => unknown;
};

export interface Listener {
  consumer: Consumer;
  application: INestMicroservice;
  close(): Promise<void>;
}

function controllerOf(handlers: Handlers): Type {
  class TestController {}
  Controller()(TestController);
  for (const [id, handle] of Object.entries(handlers) as [TopicId, (...args: unknown[]) => unknown][]) {
    const prototype = TestController.prototype as Record<string, unknown>;
    prototype[id] = (message: unknown, context: unknown) => handle(message, context);
    const descriptor = Object.getOwnPropertyDescriptor(prototype, id)!;
    Payload()(prototype, id, 0);
    Ctx()(prototype, id, 1);
    Reflect.defineMetadata('design:paramtypes', [Object, DeliveryContext], prototype, id);
    EventPattern(namesOf(topics[id]))(prototype, id, descriptor);
  }
  return TestController;
}

export async function listen(
  transport: Transport,
  options: ConsumerOptions,
  ...handlers: Handlers[]
): Promise<Listener> {
  const strategy = transport.consumer(options);
  class TestModule {}
  const module = { module: TestModule, controllers: handlers.map(controllerOf) };
  const application = await NestFactory.createMicroservice(module, { strategy, logger: false });
  application.useGlobalFilters(new RethrowFilter());
  await application.listen();
  return { consumer: strategy, application, close: () => application.close() };
}
