import { LightElement } from '../tree/light-node';
import { leadsHome } from './leads-home';

const CANONICAL = 'https://www.shop.example/shoes/1';

describe('leadsHome', () => {
  it.each(['/', '/en/', '/pt-BR', 'https://shop.example', 'https://www.shop.example/', '//shop.example/de'])(
    'accepts %s',
    (href) => {
      expect(leadsHome(new LightElement('a', ['href', href]), CANONICAL)).toBe(true);
    },
  );

  it.each(['', '#top', '/shoes', '/?page=2', 'shoes', 'https://other.example/', 'https://shop.example/?/profile/1'])(
    'rejects %s',
    (href) => {
      expect(leadsHome(new LightElement('a', ['href', href]), CANONICAL)).toBe(false);
    },
  );

  it('accepts a path without a canonical address', () => {
    expect(leadsHome(new LightElement('a', ['href', '/']), '')).toBe(true);
    expect(leadsHome(new LightElement('a', ['href', 'https://shop.example/']), '')).toBe(false);
  });
});
