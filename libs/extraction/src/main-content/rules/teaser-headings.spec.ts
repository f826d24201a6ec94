import { TEASERS } from './teaser-headings';

describe('TEASERS', () => {
  it.each([
    'You may also like',
    'Das könnte Sie auch interessieren',
    'Mehr zum Thema:',
    'Lesen Sie auch',
    'À lire aussi :',
    'Sur le même sujet',
    'Vous aimerez aussi',
    'Te puede interesar',
    'Leggi anche',
    'Potrebbe interessarti anche',
    'Leia também',
    'Lees ook',
    'Czytaj również',
    'Najczęściej czytane',
    'Mohlo by vás zajímat',
    'Läs också',
    'Les også',
    'İlgili haberler',
    'Baca juga:',
    'Tin liên quan',
    'Читайте также:',
    'Другие новости по этой теме',
    '//Что читают',
    '相关阅读',
  ])('is %s', (text) => {
    expect(TEASERS.test(text)).toBe(true);
  });

  it.each([
    'Teilen',
    'Compartir',
    'Zobacz też',
    'Siehe auch',
    'Související články',
    'Xem thêm',
    'См. также',
    'Lesen Sie auch das Kleingedruckte der Verträge',
    'Le più lette del mondo antico',
    'Последние дни империи',
  ])('is not %s', (text) => {
    expect(TEASERS.test(text)).toBe(false);
  });
});
