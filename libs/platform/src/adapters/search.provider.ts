import { createServiceFetch } from '@orbweaver/egress';
import { type SearchEngine, SearxngEngine } from '@orbweaver/search';
import { secureContextOf } from '../config/certificate-authorities';
import { type EgressConfig, serviceRoutes } from '../config/egress.config';
import type { SearchConfig } from '../config/search.config';
import { CONFIG, SEARCH_ENGINE } from '../tokens';

/** For services whose configuration includes `searchFields` and `egressFields`. */
export const searchProvider = {
  provide: SEARCH_ENGINE,
  inject: [CONFIG],
  useFactory: (config: SearchConfig & EgressConfig): SearchEngine | undefined => {
    const { SEARCH_URL: baseUrl, SEARCH_TIMEOUT: timeoutMs } = config;
    if (baseUrl === undefined) return undefined;
    const secureContext = secureContextOf(config.EXTRA_CA_CERTS);
    const send = createServiceFetch({ routes: serviceRoutes(config), secureContext });
    return new SearxngEngine({ baseUrl, timeoutMs, fetch: send as typeof fetch });
  },
};
