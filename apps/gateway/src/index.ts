import { defineService } from '@orbweaver/platform';
import { gatewayConfig } from './gateway.config';
import { GatewayModule } from './gateway.module';

export { signInTokens } from './console/sign-in-tokens';

export const gateway = defineService({
  name: 'gateway',
  config: gatewayConfig,
  module: () => GatewayModule.register(),
  database: true,
  contents: 'reads',
  audience: 'each',
  http: true,
});
