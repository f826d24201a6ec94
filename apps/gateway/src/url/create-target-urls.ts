import { HostList } from '@orbweaver/core';
import type { GatewayConfig } from '../gateway.config';
import { TargetUrls } from './target-urls';

export function createTargetUrls(config: Pick<GatewayConfig, 'EGRESS_ALLOW' | 'EGRESS_DENY'>): TargetUrls {
  return new TargetUrls(new HostList(config.EGRESS_ALLOW), new HostList(config.EGRESS_DENY));
}
