import { PRICE } from './price';

describe('PRICE', () => {
  it.each(
    [
      ['$5', '€ 12.99', '¥1,200', '₺49', 'USD 75.00', 'CHF 20', 'INR 2000', 'kr 1 299', 'Kr. 99'],
      [
        '5 €',
        '12,99 zł',
        '1 299 kr',
        '1 299 kr.',
        '499 Kč',
        '1 990 ₽',
        '150 руб.',
        '20 лв.',
        '350 грн',
        '12,99 $',
        '980¥',
      ],
      ['1200元', '980円', '12000원', '99 ₪', '75.00 USD', '49 PLN', '4,99€/Stk'],
      ['Rs. 1,299', 'Rs 1,299', 'Rp 150.000', 'Rp150.000', 'zł 5', '5 ZŁ', '20 Lei', '300 SEK'],
      [
        '1.299,00 TL',
        '450 TL',
        '1.290.000 đ',
        '4 990 Ft',
        '12.990 Ft',
        '250 UAH',
        'R$ 1.299,90',
        '1 299,00 €',
        '1\u00a0299 Kč',
      ],
    ].flat(),
  )('is %s', (text) => {
    expect(PRICE.test(text)).toBe(true);
  });

  it.each(
    [
      [
        'Sennheiser RS 175',
        'KR800',
        '12G-P4-KR 12GB',
        '2 TL Zucker',
        '10 ft',
        '5 kroner',
        '3 Kreuze',
        '4 Leistungen',
        '1 TL',
        '10 Fto',
        '6 Ft Christmas tree',
        '100 Ft cord',
        '1000 Ft. Lauderdale',
      ],
      ['20 sekunder', '100 years', '5 x 3', 'Audi RS 3', 'Shop 24', '1:- first', 'abcEUR 5'],
      ['Vila 30 sek mellan seten', 'Pause 30 Sek.', 'Rest 45 sek', 'sek 5', 'Hrs. 5', 'MRp 5'],
    ].flat(),
  )('is not %s', (text) => {
    expect(PRICE.test(text)).toBe(false);
  });
});
