import { isInNetworks, Networks } from './networks';

describe('isInNetworks', () => {
  it.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['10.1.2.3', ['::ffff:10.0.0.0/104'], true],
    ['192.0.2.7', ['192.0.2.7'], true],
    ['192.0.2.8', ['192.0.2.7'], false],
    ['2001:db8::1', ['10.0.0.0/8', '2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['10.1.2.3', ['::/0'], false],
    ['10.1.2.3', [], true],
    ['not an address', ['0.0.0.0/0'], false],
    [undefined, ['0.0.0.0/0'], false],
  ])('client %s, networks %j: %s', (address, networks, expected) => {
    expect(isInNetworks(address, networks)).toBe(expected);
  });
});

describe('Networks', () => {
  it.each(['10.0.0.0/33', '10.0.0', 'example.com', '2001:db8::/129', '10.0.0.0/8:80', ''])(
    'rejects "%s"',
    (network) => {
      expect(Networks.safeParse([network]).success).toBe(false);
    },
  );
});
