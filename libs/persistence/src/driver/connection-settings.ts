import { createSecureContext } from 'node:tls';
import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * Driver settings of a connection URL. TLS connections trust `sslrootcert` of the URL if set, otherwise `authorities`,
 * otherwise Node's own. Without TLS in the URL, `authorities` has no effect.
 */
export function connectionSettings(url: string, authorities?: readonly string[]): ClientConfig {
  const { ssl, ...settings } = parseIntoClientConfig(url);
  if (ssl === undefined || ssl === false) return { ...settings, ...(ssl === false && { ssl }) };
  const { ca = authorities && [...authorities], cert, key, ...options } = ssl === true ? {} : (ssl as TlsOptions);
  return {
    ...settings,
    ssl: {
      ...options,
      // The driver passes only names, so that a certificate for an address would be compared with "localhost".
      ...(settings.host !== undefined && { host: settings.host }),
      // One for all connections: parsing all authorities takes 10 ms.
      secureContext: createSecureContext({ ca, cert, key }),
    },
  };
}

interface TlsOptions {
  ca?: string | string[];
  cert?: string;
  key?: string;
  rejectUnauthorized?: boolean;
}
