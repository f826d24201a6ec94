import { createServiceFetch, type ServiceFetch } from '@orbweaver/egress';
import { secureContextOf } from '../config/certificate-authorities';
import { type EgressConfig, serviceRoutes } from '../config/egress.config';
import { CONFIG, SERVICE_FETCH } from '../tokens';

/** `fetch` for services that the operator configured. For configurations with `egressFields`. */
export const serviceFetchProvider = {
  provide: SERVICE_FETCH,
  inject: [CONFIG],
  useFactory: (config: EgressConfig): ServiceFetch =>
    createServiceFetch({ routes: serviceRoutes(config), secureContext: secureContextOf(config.EXTRA_CA_CERTS) }),
};
