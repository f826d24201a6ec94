/** Without a port it is 80. */
const cases: readonly (readonly [entry: string, host: string, isNamed: boolean, port?: number])[] = [
  ['shop.example', 'shop.example', true],
  ['Shop.Example', 'shop.example', true],
  ['shop.example', 'www.shop.example', false],
  ['*.shop.example', 'www.shop.example', true],
  ['*.shop.example', 'shop.example', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '10.1.2.4', false],
  ['10.1.2.3/8', '10.9.9.9', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['0.0.0.0/0', '10.0.0.1', true],
  ['0.0.0.0/0', '[2001:db8::1]', false],
  ['::/0', '[2001:db8::1]', true],
  ['::/0', '10.0.0.1', false],
  ['fd00::/8', '[fd12::1]', true],
  ['[fd12::1]', '[fd12::1]', true],
  ['fd12::1', '[fd12::2]', false],
  ['10.0.0.0/8', '[::ffff:a09:909]', true],
  ['::ffff:10.1.2.3', '10.1.2.3', true],
  ['::ffff:10.1.2.3', '[::ffff:a01:203]', true],
  ['::ffff:10.0.0.0/104', '10.9.9.9', true],
  ['::ffff:a00:0/104', '[::ffff:a09:909]', true],
  ['::ffff:10.0.0.0/104', '11.0.0.1', false],
  ['::FFFF:0:0/96', '10.0.0.1', true],
  ['shop.example', 'shop.example', true, 8080],
  ['shop.example:8080', 'shop.example', true, 8080],
  ['shop.example:8080', 'shop.example', false],
  ['*.shop.example:8080', 'www.shop.example', true, 8080],
  ['*.shop.example:8080', 'www.shop.example', false, 443],
  ['10.1.2.3', '10.1.2.3', true, 5432],
  ['10.1.2.3:5432', '10.1.2.3', true, 5432],
  ['10.1.2.3:5432', '10.1.2.3', false],
  ['10.0.0.0/8:443', '10.9.9.9', true, 443],
  ['10.0.0.0/8:443', '[::ffff:a09:909]', false],
  ['[fd12::1]:443', '[fd12::1]', true, 443],
  ['[fd12::1]:443', '[fd12::1]', false],
  ['[fd00::/8]:443', '[fd12::1]', true, 443],
  ['fd12::1:443', '[fd12::1]', false, 443],
];

/**
 * What EGRESS_ALLOW and EGRESS_DENY mean: entry, host as `URL` gives it, whether the entry names it, at which port. The
 * gateway and the guard of connections read the same settings, each with means of its own, and must not read them
 * differently.
 */
export const hostLists = cases.map(([entry, host, isNamed, port = 80]) => [entry, host, isNamed, port] as const);

/** Entries that neither of them takes: a typing error must not open or close a network. */
export const wrongHostLists: readonly string[] = [
  '10.0.0.0/33',
  '10.0.0/8',
  '10/8',
  '0x0a.0.0.0/8',
  '010.0.0.0/8',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/-8',
  'fd00::/129',
  'fe80::1%eth0',
  '::ffff:10.0.0.0/8',
  'shop.example/8',
  'http://wiki.intern',
  '1.2.3',
  'a b',
  '*',
  '*.*',
  'wiki.intern:',
  'wiki.intern:0',
  'wiki.intern:65536',
  'wiki.intern:http',
  '10.0.0.0/33:80',
  '[wiki.intern]:80',
];
