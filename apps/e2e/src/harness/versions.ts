export type Version = 'v1' | 'v2';

/**
 * Those in which a suite of both systems asks. Versions end in the gateway, and behind it nobody knows of them: what one
 * process shows of v1 holds for many, and many are asked in v2 alone.
 */
export const testedVersions: readonly Version[] = process.env.ORBWEAVER_E2E === 'kafka' ? ['v2'] : ['v1', 'v2'];
