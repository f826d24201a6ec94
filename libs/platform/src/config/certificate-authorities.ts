import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls, { type SecureContext } from 'node:tls';
import { z } from 'zod';

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** EXTRA_CA_CERTS: PEM texts, one per certificate. */
export const extraCaCerts = z
  .string()
  .optional()
  .transform((given, context): readonly string[] => {
    if (given === undefined) return [];
    try {
      return readAuthorities(given);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  })
  .describe(
    'Additional certificate authorities: path of a PEM file, or PEM text. Trusted for all TLS connections: pages (HTTP and browser), robots.txt, sitemaps, webhooks, https proxies, Postgres, Kafka, object store, traces, identity provider, language model and search engine',
  );

/** @throws Error that explains why the setting cannot be used */
function readAuthorities(given: string): readonly string[] {
  const isText = given.includes('-----BEGIN');
  const found = (isText ? given : readFile(given)).match(PEM) ?? [];
  const where = isText ? 'the text' : 'the file';
  if (found.length === 0) throw new Error(`${where} contains no certificate (-----BEGIN CERTIFICATE-----)`);
  for (const [index, pem] of found.entries()) {
    const certificate = parse(pem);
    if (certificate === undefined) throw new Error(`certificate ${index + 1} of ${where} is damaged`);
    if (!certificate.ca) throw new Error(`certificate ${index + 1} of ${where} is not a certificate authority`);
  }
  return found;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Node's own authorities, including those of NODE_EXTRA_CA_CERTS. */
function usualAuthorities(): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: path } = process.env;
  if (path === undefined || path === '') return tls.rootCertificates;
  try {
    return [...tls.rootCertificates, ...(readFileSync(path, 'utf8').match(PEM) ?? [])];
  } catch {
    // Node itself ignores the file, with a warning.
    return tls.rootCertificates;
  }
}

/** The usual authorities and `extra`; undefined without `extra`. */
export const trustedAuthorities = (extra: readonly string[]): readonly string[] | undefined =>
  extra.length === 0 ? undefined : [...usualAuthorities(), ...extra];

const contexts = new Map<string, SecureContext>();

/** The context of trustedAuthorities. Shared, because parsing all authorities takes 10 ms. */
export function secureContextOf(extra: readonly string[]): SecureContext | undefined {
  if (extra.length === 0) return undefined;
  const key = extra.join('\n');
  const context = contexts.get(key) ?? tls.createSecureContext({ ca: [...usualAuthorities(), ...extra] });
  contexts.set(key, context);
  return context;
}
