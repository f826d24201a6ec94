import { openView } from '../../test/open-view';
import { cutOfPage } from './cut-of-page';

const ARTICLE = '<meta property="og:type" content="article">';
const POSTING = '<script type="application/ld+json">{"@type":"BlogPosting"}</script>';

const shareOf = (html: string, sells = false): number => {
  return cutOfPage({ share: 1, power: 2, least: 0, most: 1 }, openView(html).view, sells).share;
};

describe('cutOfPage', () => {
  it('keeps less of a page that sells something', () => {
    expect(shareOf('<p>Chair', true)).toBeGreaterThan(1);
  });

  it('keeps more of a page that does not say that it is an article', () => {
    expect(shareOf('<p>Ten chairs for a small room')).toBeLessThan(1);
  });

  it.each([
    ['that is shared as an article', `${ARTICLE}<p>Ten chairs for a small room`],
    ['whose data says that it is one', `${POSTING}<p>Ten chairs for a small room`],
    ['in another script than the training had', '<p>Десять стульев для маленькой комнаты'],
  ])('leaves the cut of a page %s', (_, html) => {
    expect(shareOf(html)).toBe(1);
  });
});
