/** Words that shops use, by language; a line each. */
const anyOf = (...languages: string[]): string => `(?:${languages.join('|')})`;

const CARTS = anyOf(
  'add(?: item)? to (?:cart|bag|basket|trolley)|buy(?: it)? now',
  'in den (?:waren|einkaufs)(?:korb|wagen)(?: legen)?|jetzt kaufen',
  'ajouter (?:au|à mon) panier|acheter(?: maintenant)?',
  '(?:añadir|agregar) al? (?:carrito|carro|cesta|bolsa)(?: de compras?)?|comprar(?: ahora| agora)?',
  'aggiungi al (?:carrello|cestino)|acquista(?: ora)?',
  'adicionar (?:ao|no) (?:carrinho|cesto)|adicionar à (?:sacola|cesta)',
  '(?:toevoegen aan |in (?:de |het )?)winkel(?:wagen|mand)(?:tje)?(?: toevoegen)?',
  '(?:dodaj |wrzuć )?do koszyka|kup teraz',
  '(?:přidat|vložit) do košíku|do košíku|(?:pridať|vložiť) do košíka|koupit',
  'lägg (?:i|till i) (?:varukorg|kundvagn)(?:en)?|(?:læg|tilføj|føj) (?:i|til) (?:indkøbs)?kurv(?:en)?|legg (?:i|til i) handlekurv(?:en)?',
  'lisää (?:ostos)?koriin|kosárba(?: teszem)?|adaugă în coș',
  'sepete ekle|hemen al|(?:tambah(?:kan)?|masukkan) ke keranjang|beli sekarang|thêm vào giỏ(?: hàng)?|mua ngay',
  '(?:добавить )?в корзину|купить|(?:додати )?(?:в|до|у) кошика?|купити',
  'カートに入れる|加入购物车|加入購物車|장바구니(?: 담기)?|أضف إلى (?:السلة|عربة التسوق)',
);
/** What the button says that takes a product. */
export const CART = new RegExp(`^${CARTS}[^\\p{L}\\p{N}_]{0,3}$`, 'iu');

const STOCKS = anyOf(
  'in stock|out of stock|sold out|low (?:in )?stock|only \\d{1,4} (?:items? )?(?:left|remaining)|available|unavailable|ships? (?:in|within)|usually ships',
  '(?:nicht )?auf lager|(?:sofort |nicht )?lieferbar|vorrätig|ausverkauft|lieferzeit',
  'en stock|(?:en )?rupture de stock|épuisé|indisponible|disponible',
  'agotado|sin (?:existencias|stock)|disponibile|non disponibile|esaurito',
  'em (?:estoque|stock)|esgotado|(?:in)?disponível',
  '(?:niet )?op voorraad|uitverkocht',
  'w magazynie|(?:nie)?dostępn[yae]|na stanie|brak w magazynie|wysyłka w',
  '(?:není )?skladem|vyprodáno|na sklade|vypredané',
  '(?:finns )?i lager|slut i lager|på lager|udsolgt|utsolgt|varastossa|raktáron|în stoc',
  'stokta(?: var| yok)?|tükendi|stok (?:tersedia|habis)|còn hàng|hết hàng',
  '(?:нет )?в наличии|под заказ|немає в наявності|в наявності',
  '在庫(?:あり|なし)|有货|现货|有貨|现貨|缺货|缺貨|재고 있음|품절|متوفر|غير متوفر',
);
/** How many are left, at the beginning of a line. */
export const STOCK = new RegExp(`^[^\\p{L}\\p{N}]{0,5}(?:availability[^\\p{L}\\p{N}]{1,5})?${STOCKS}`, 'iu');

const REVIEWS = anyOf(
  'reviews?|ratings?|bewertung(?:en)?|avis|reseñas?|valoraci(?:ón|ones)|opiniones|recensioni|avaliaç(?:ão|ões)',
  'beoordelingen|opinii|opinie|ocen[ay]?|hodnocení|recenz[eí]|recensioner|omdömen|anmeldelser',
  'değerlendirme|yorum|ulasan|penilaian|đánh giá|отзыв(?:а|ов)?|оцен(?:ка|ки|ок)',
);
/** What buyers say of it, as a mark of five, or as how many they are. */
export const RATING = new RegExp(
  `\\b[1-5](?:[.,]\\d{1,2})?\\s{0,3}(?:out of|\\/|of|von|sur|de|su|van|z|ze|av|af|из)\\s{0,3}5\\b|\\b\\d[\\d,.]{0,9} (?:customer )?${REVIEWS}(?!\\p{L})`,
  'iu',
);

const SPECIFICATIONS = anyOf(
  '(?:product |technical |tech |key |item )?(?:specifications?|specs|details|features|description|overview|ingredients|materials?|dimensions|about this item|what.s in(?:cluded)?(?: the box)?)|additional information',
  'produkt(?:details|beschreibung|informationen)|technische (?:daten|details)|beschreibung|eigenschaften|(?:weitere|zusätzliche) informationen',
  'caractéristiques(?: techniques)?|fiche technique|informations complémentaires|détails(?: du produit)?',
  'descripción(?: del producto)?|características|ficha técnica|información adicional|especificaciones(?: técnicas)?|detalles(?: del producto)?',
  'descrizione|specifiche(?: tecniche)?|caratteristiche|scheda tecnica|(?:informazioni aggiuntive|ulteriori informazioni)|dettagli(?: del prodotto)?',
  'descrição(?: do produto)?|informaç(?:ão adicional|ões adicionais|ões técnicas)|especificações(?: técnicas)?|detalhes(?: do produto)?',
  '(?:product)?(?:omschrijving|beschrijving|specificaties|informatie|kenmerken)|(?:aanvullende|extra) informatie',
  'opis(?: produktu)?|(?:informacje dodatkowe|dodatkowe informacje)|specyfikacja|dane techniczne|parametry|szczegóły(?: produktu)?',
  'popis(?: produktu)?|další informace|ďalšie informácie|specifikace|technické (?:údaje|parametry)|vlastnosti',
  '(?:produkt)?(?:beskrivning|beskrivelse|information|specifikation(?:er)?|informasjon)|(?:yderligere|ytterligare) information|tilleggsinformasjon|spesifikasjoner',
  'açıklama|(?:ürün|teknik) (?:açıklaması|özellikler(?:i)?|bilgileri)|özellikler|ek bilgi|deskripsi(?: produk)?|spesifikasi|informasi tambahan|mô tả(?: sản phẩm)?|thông số(?: kỹ thuật)?|thông tin (?:bổ sung|sản phẩm|chi tiết)',
  'описание(?: товара)?|(?:технические )?характеристики|детали|опис(?: товару)?',
  '(?:商品|产品|產品|製品)?(?:详情|詳情|描述|説明|说明|規格|规格|仕様|情報|参数|參數)|(?:제품|상품) ?(?:설명|정보|상세)|사양|المواصفات|الوصف',
);
/** A heading above what a product is, and is made of. */
export const SPECIFICATION = new RegExp(
  `^${SPECIFICATIONS}(?: (?:&|and|und|et|y|e|i|en|og|och|и) \\p{L}{1,20})?[^\\p{L}\\p{N}_]{0,3}$`,
  'iu',
);
