import { LightElement } from '../tree/light-node';
import { leadsHome } from './leads-home';

const CANONICAL = 'https://www.shop.example/shoes/1';

describe('leadsHome', () => {
  it.each(['/', '/en/', '/pt-BR', 'https://shop.example', 'https://www.shop.example/', '//shop.example/de'])(
    'says so of %s',
    (href) => {
      expect(leadsHome(new LightElement('a', ['href', href]), CANONICAL)).toBe(true);
    },
  );

  it.each(['', '#top', '/shoes', '/?page=2', 'shoes', 'https://other.example/', 'https://shop.example/?/profile/1'])(
    'says not so of %s',
    (href) => {
      expect(leadsHome(new LightElement('a', ['href', href]), CANONICAL)).toBe(false);
    },
  );

  it('needs no address of the page for a path', () => {
    expect(leadsHome(new LightElement('a', ['href', '/']), '')).toBe(true);
    expect(leadsHome(new LightElement('a', ['href', 'https://shop.example/']), '')).toBe(false);
  });
});
