import { HostList } from './host-list';

describe('HostList', () => {
  it.each([
    ['wiki.intern, http://a.intern', '"http://a.intern" is neither a host name'],
    ['10.0.0/8, *.intern:8080, b:99999, ', '"10.0.0/8", "b:99999" are each neither a host name'],
  ])('rejects %s with all invalid entries', (text, message) => {
    expect(() => new HostList(text)).toThrow(message);
  });
});
