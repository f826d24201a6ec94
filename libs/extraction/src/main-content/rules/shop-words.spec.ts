import { CART, RATING, SPECIFICATION, STOCK } from './shop-words';

describe('words of shops', () => {
  it.each([
    'Add to cart',
    'In den Warenkorb',
    'Ajouter au panier',
    'Agregar al carrito',
    'Aggiungi al carrello',
    'Adicionar à sacola',
    'Toevoegen aan winkelwagen',
    'Dodaj do koszyka',
    'Přidat do košíku',
    'Lägg i varukorgen',
    'Sepete ekle',
    'Thêm vào giỏ hàng',
    'Купить',
    'Добавить в корзину',
  ])('tell that %s takes a product', (text) => {
    expect(CART.test(text)).toBe(true);
  });

  it.each(['Купить билет в театр', 'Acheter une maison', 'Do koszyka wpadła piłka', 'Koupit auto'])(
    'do not tell it of %s',
    (text) => {
      expect(CART.test(text)).toBe(false);
    },
  );

  it.each([
    'In stock',
    'Auf Lager',
    'Épuisé',
    'Em estoque',
    'Dostępny',
    'Skladem > 5 ks',
    'På lager',
    'Stokta var',
    'В наличии',
  ])('tell that %s is about what is left', (text) => {
    expect(STOCK.test(text)).toBe(true);
  });

  it.each(['4.6 out of 5', '4,5 z 5', '12 reviews', '7 opinii', '23 отзыва', '1 Bewertung', '15 avaliações'])(
    'tell that %s is a rating',
    (text) => {
      expect(RATING.test(text)).toBe(true);
    },
  );

  it.each(['12 opiniotwórczych', '6 из 5', '3 ocenach'])('tell that %s is none', (text) => {
    expect(RATING.test(text)).toBe(false);
  });

  it.each([
    'Additional information',
    'Technische Daten',
    'Informations complémentaires',
    'Ficha técnica',
    'Scheda tecnica',
    'Descrição do produto',
    'Opis produktu',
    'Dane techniczne',
    'Další informace',
    'Ürün özellikleri',
    'Описание и характеристики',
    'Характеристики:',
  ])('tell that %s names a specification', (text) => {
    expect(SPECIFICATION.test(text)).toBe(true);
  });

  it.each(['Opis podróży', 'Descripción de la ruta', 'Beschreibung der Lage', 'Характеристики рынка'])(
    'do not tell it of %s',
    (text) => {
      expect(SPECIFICATION.test(text)).toBe(false);
    },
  );
});
