import fc from 'fast-check';
import { isGlobalAddress } from './is-global-address';

describe('isGlobalAddress', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'not an address',
    '',
  ])('is false for %s', (address) => {
    expect(isGlobalAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::8a'])(
    'is true for %s',
    (address) => {
      expect(isGlobalAddress(address)).toBe(true);
    },
  );

  it('is false for every IPv4-mapped address', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => expect(isGlobalAddress(`::ffff:${address}`)).toBe(false)));
  });
});
