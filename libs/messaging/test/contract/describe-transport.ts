import { describeCarrying } from './carrying';
import { ContractHarness, type StartBroker } from './contract-harness';
import { describeLeaving } from './leaving';
import { describeRetrying } from './retrying';
import { describeSharing } from './sharing';

/** What every transport promises, as tests. */
export function describeTransport(name: string, start: StartBroker): void {
  describe(`the ${name} transport`, () => {
    const stage = new ContractHarness(start);
    afterEach(() => stage.end());

    describe('carries messages', () => describeCarrying(stage));
    describe('shares work', () => describeSharing(stage));
    describe('tries again', () => describeRetrying(stage));
    describe('survives leaving', () => describeLeaving(stage));
  });
}
