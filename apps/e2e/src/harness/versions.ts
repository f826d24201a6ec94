export type Version = 'v1' | 'v2';

/**
 * API versions of suites that run on both systems. Versions are translated by the gateway, so the Kafka system uses
 * only v2.
 */
export const testedVersions: readonly Version[] = process.env.ORBWEAVER_E2E === 'kafka' ? ['v2'] : ['v1', 'v2'];
