import { DATE } from './date';

describe('DATE', () => {
  it.each(
    [
      ['March 3, 2024', '3.4.24', 'Mar 3', '2 hours ago', '3 апр', '5 дней назад', '3월 5일', '2小时前'],
      ['12. März', '1er août', '3 de enero', '5 maggio', '7 de março', '4 mei', '12 kwietnia', '3. ledna', '9 Mayıs'],
      ['vor 3 Stunden', 'il y a 2 heures', 'Hace 37 minutos', 'há 5 dias', '11 ore fa', '2 uur geleden'],
      ['3 godziny temu', 'před 5 minutami', 'för 2 timmar sedan', 'for 3 dage siden', '5 saat önce', '2 jam lalu'],
    ].flat(),
  )('is %s', (text) => {
    expect(DATE.test(text)).toBe(true);
  });

  it.each(
    [
      ['5 set pieces', '3 lists', '2 out of 3', '4 dub plates', '10 majors', '7 Meilen', '3 marschieren'],
      ['bevor 3 Stunden um sind', 'chace 3', '12 hours', 'vor 5 Leuten'],
    ].flat(),
  )('is not %s', (text) => {
    expect(DATE.test(text)).toBe(false);
  });
});
