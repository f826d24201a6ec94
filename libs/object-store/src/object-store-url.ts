/** Where the bucket is, and how to get in. */
export interface ObjectStoreAddress {
  /** Without path and credentials. */
  endpoint: string;
  bucket: string;
  /** Before every key: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** Undefined: those that the AWS SDK finds by itself (AWS_ACCESS_KEY_ID, a web identity, the machine's role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Buckets of MinIO, Ceph and Garage have it where nobody has chosen another. */
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads `https://KEY:SECRET@host:port/bucket/prefix?region=…`; all but host and bucket may be left out.
 * @throws Error that says what is wrong and quotes nothing, as the address may hold a secret
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
  if (unknown.length > 0) throw new Error('may have no other parameter than region');
  const path = folders.filter((folder) => folder !== '').join('/');
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent) as [string, string];
  if ((accessKeyId === '') !== (secretAccessKey === '')) throw new Error('names a key without its secret');
  return {
    endpoint: url.origin,
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    region: url.searchParams.get('region') || (regionOfHost(url.hostname) ?? DEFAULT_REGION),
    ...(accessKeyId === '' ? {} : { credentials: { accessKeyId, secretAccessKey } }),
  };
}

const regionOfHost = (host: string): string | undefined => /^s3[.-]([a-z0-9-]+)\.amazonaws\.com/.exec(host)?.[1];
