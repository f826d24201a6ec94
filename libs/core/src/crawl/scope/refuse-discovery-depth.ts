import type { ScopeRule } from './scope-rule';

export const refuseDiscoveryDepth: ScopeRule = ({ depth }, { scope }) =>
  scope.maxDiscoveryDepth !== undefined && depth > scope.maxDiscoveryDepth ? 'discovery-depth' : undefined;
