import { isFrameWithoutContent } from './frames';

describe('isFrameWithoutContent', () => {
  it.each([
    'https://www.googletagmanager.com/ns.html?id=GTM-1',
    '//www.facebook.com/plugins/like.php?href=a',
    'https://www.facebook.com/v2.8/plugins/page.php?href=a',
    'https://platform.twitter.com/widgets/tweet_button.html?url=a',
    'https://vk.com/widget_community.php?gid=1',
    'http://ads.shop.example/www/delivery/afr.php?zoneid=1',
    'http://news.example/ads/top.html',
    'http://news.example/AD.html',
    'https://ads.news.co.uk/x.html',
    'http://news.example/showad.asp?TAG=A',
    'http://news.example/banner/1.html',
  ])('recognises ads, trackers and share buttons: %s', (address) => {
    expect(isFrameWithoutContent(address)).toBe(true);
  });

  it.each([
    'https://www.youtube.com/embed/abc',
    'https://www.facebook.com/plugins/post.php?href=a',
    'https://www.facebook.com/plugins/video.php?href=a',
    'https://platform.twitter.com/embed/Tweet.html?id=1',
    'https://vk.com/video_ext.php?oid=1',
    'https://maps.google.com/maps?q=ads/',
    'https://visit.ad/map',
    'https://www.ad.nl/video/1.html',
    'https://ad.nl/embed.html',
    'https://www.adverts.ie/map.html',
    'https://cars.example/ad/123.html',
    'https://shop.example/docs/advertising/intro',
    'https://ads.tiktok.com/help/video',
    'https://roads.example/map.html',
    'https://news.example/adele.html',
    'https://a.example/play?next=/ads/',
  ])('rejects frames with content: %s', (address) => {
    expect(isFrameWithoutContent(address)).toBe(false);
  });

  it.each([
    ['Tour of the old town', false],
    ['3rd party ad content', true],
    ['Advertisement', true],
    ['Anzeige', true],
    ['frame1', true],
    ['', true],
  ])('considers the title of a frame: %s', (title, isNothing) => {
    expect(isFrameWithoutContent('https://news.example/ads/top.html', title)).toBe(isNothing);
  });

  it('recognises a tracker despite its title', () => {
    expect(isFrameWithoutContent('https://www.googletagmanager.com/ns.html', 'Google Tag Manager')).toBe(true);
  });
});
