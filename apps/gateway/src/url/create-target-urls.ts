import { commaList } from '@orbweaver/platform';
import type { GatewayConfig } from '../gateway.config';
import { ClosedHosts } from './closed-hosts';
import { TargetUrls } from './target-urls';

export function createTargetUrls(config: Pick<GatewayConfig, 'EGRESS_ALLOW' | 'EGRESS_DENY'>): TargetUrls {
  const listOf = (text: string) => new ClosedHosts(commaList.parse(text));
  return new TargetUrls(listOf(config.EGRESS_ALLOW), listOf(config.EGRESS_DENY));
}
