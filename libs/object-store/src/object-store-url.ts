export interface ObjectStoreAddress {
  endpoint: string;
  bucket: string;
  prefix: string;
  region: string;
  /** Undefined: the default providers of the AWS SDK (environment, web identity, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Default of MinIO, Ceph and Garage. */
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads `https://KEY:SECRET@host:port/bucket/prefix?region=…`; only host and bucket are required. Errors quote no part
 * of it, because it may contain a secret.
 */
export function parseObjectStoreUrl(text: string): ObjectStoreAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be https://host/bucket (or http://), with a prefix and ?region= as needed');
  }
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1).map(decodeURIComponent);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new Error('must name a bucket after the host: https://host/bucket');
  }
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'region');
  if (unknown.length > 0) throw new Error('unknown parameter; only region is supported');
  const path = folders.filter((folder) => folder !== '').join('/');
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent) as [string, string];
  if ((accessKeyId === '') !== (secretAccessKey === '')) throw new Error('has a key without a secret');
  return {
    endpoint: url.origin,
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    region: url.searchParams.get('region') || (regionOfHost(url.hostname) ?? DEFAULT_REGION),
    ...(accessKeyId === '' ? {} : { credentials: { accessKeyId, secretAccessKey } }),
  };
}

const regionOfHost = (host: string): string | undefined => /^s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(host)?.[1];
