import ipaddr from 'ipaddr.js';

const METADATA_ADDRESSES = new Set([
  // AWS, Azure, Google Cloud, Oracle, DigitalOcean, Hetzner, OpenStack and others.
  '169.254.169.254',
  'fe80::a9fe:a9fe',
  // AWS: instances, ECS tasks, EKS pod identities.
  'fd00:ec2::254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::23',
  // Azure's platform address, which looks public.
  '168.63.129.16',
  // Google Cloud, IPv6-only machines.
  'fd20:ce::254',
  // Alibaba, Tencent, Oracle (first generation), Scaleway.
  '100.100.100.200',
  '169.254.0.23',
  '192.0.0.192',
  '169.254.42.42',
  'fd00:42::42',
]);

/** Blocked regardless of EGRESS_ALLOW. Mapped addresses (::ffff:a.b.c.d) count as IPv4. */
export function isMetadataAddress(address: string): boolean {
  return ipaddr.isValid(address) && METADATA_ADDRESSES.has(ipaddr.process(address).toString());
}
