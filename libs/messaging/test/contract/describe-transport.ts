import { describeCarrying } from './carrying';
import { ContractHarness, type StartBroker } from './contract-harness';
import { describeLeaving } from './leaving';
import { describeRetrying } from './retrying';
import { describeSharing } from './sharing';

export function describeTransport(name: string, start: StartBroker): void {
  describe(`the ${name} transport`, () => {
    const harness = new ContractHarness(start);
    afterEach(() => harness.end());

    describe('carries messages', () => describeCarrying(harness));
    describe('shares work', () => describeSharing(harness));
    describe('retries', () => describeRetrying(harness));
    describe('survives leaving', () => describeLeaving(harness));
  });
}
