import type { Signal } from './signal';

const FORUMS = 'language packs of forum systems';
const NEWS = 'news sites and blogs of the Trafilatura, waddle and fundus sets';
const SHOPS = 'buttons and headings of shop systems';

/** Beginnings of short blocks. */
export const LINE_SIGNALS: readonly Signal[] = [
  {
    id: 'related',
    source: NEWS,
    words: {
      en: 'also read|read also|read more|read next|related article|related story|related stories|related post|related posts',
      de: 'lesen sie auch|lesen sie mehr|lesen sie dazu|lies auch|mehr zum thema|passend dazu',
      fr: 'à lire aussi|à lire également|lire aussi|lire également',
      es: 'lea también|lea además|lea más|lee también|lee además|lee más|mira también|puede ver|puede leer|puedes ver|puedes leer|te puede interesar|te podría interesar',
      it: 'leggi anche|approfondisci',
      pt: 'leia também|leia mais|leie também|leie mais|veja também|veja mais',
      nl: 'lees ook|lees meer|lees verder',
      pl: 'czytaj też|czytaj także|czytaj również|czytaj więcej|czytaj koniecznie|przeczytaj też|przeczytaj także|przeczytaj również|przeczytaj więcej|przeczytaj koniecznie',
      cs: 'čtěte také|čtěte též|přečtěte si také|přečtěte si více',
      'sv/da/nb': 'läs också|läs mer|läs även|læs også|læs mere|læs mer|les også|les mere|les mer',
      id: 'baca juga',
      'ru/uk': 'читайте также|читайте ещё|читайте еще|смотрите также|смотрите ещё|смотрите еще|читайте також',
      el: 'διαβάστε επίσης|διαβάστε ακόμα|διαβάστε ακόμη|διαβάστε περισσότερα|δείτε επίσης|δείτε ακόμα|δείτε ακόμη|δείτε περισσότερα',
    },
  },
  {
    id: 'cart',
    source: SHOPS,
    words: {
      en: 'add item to cart|add item to bag|add item to basket|add item to trolley|add to cart|add to bag|add to basket|add to trolley|buy it now|buy now',
      de: 'in den warenkorb legen|in den warenkorb|in den einkaufskorb legen|in den einkaufskorb|in den einkaufswagen legen|in den einkaufswagen|jetzt kaufen',
      fr: 'ajouter au panier|ajouter à mon panier|acheter maintenant|acheter',
      'es/pt':
        'añadir al carrito|añadir al carro|añadir a la cesta|añadir a la bolsa|agregar al carrito|agregar al carro|agregar a la cesta|agregar a la bolsa|comprar ahora|comprar agora|comprar',
      it: 'aggiungi al carrello|aggiungi al cestino|acquista ora|acquista',
      pt: 'adicionar ao carrinho|adicionar ao cesto|adicionar no carrinho|adicionar no cesto|adicionar à sacola|adicionar à cesta',
      nl: 'toevoegen aan winkelwagentje|toevoegen aan winkelwagen|toevoegen aan winkelmandtje|toevoegen aan winkelmand|in de winkelwagen|in de winkelmand|in winkelwagentje|in winkelwagen|in winkelmandtje|in winkelmand',
      pl: 'dodaj do koszyka|wrzuć do koszyka|do koszyka|kup teraz',
      'cs/sk': 'přidat do košíku|vložit do košíku|do košíku|pridať do košíka|vložiť do košíka|koupit',
      'sv/da/nb':
        'lägg i varukorgen|lägg i varukorg|lägg i kundvagnen|lägg i kundvagn|lägg till i varukorgen|lägg till i varukorg|lägg till i kundvagnen|lägg till i kundvagn|læg i indkøbskurven|læg i indkøbskurv|læg i kurven|læg i kurv|læg til indkøbskurven|læg til indkøbskurv|læg til kurven|læg til kurv|tilføj i indkøbskurven|tilføj i indkøbskurv|tilføj i kurven|tilføj i kurv|tilføj til indkøbskurven|tilføj til indkøbskurv|tilføj til kurven|tilføj til kurv|føj i indkøbskurven|føj i indkøbskurv|føj i kurven|føj i kurv|føj til indkøbskurven|føj til indkøbskurv|føj til kurven|føj til kurv|legg i handlekurven|legg i handlekurv|legg til i handlekurven|legg til i handlekurv',
      'fi/hu/ro': 'lisää ostoskoriin|lisää koriin|kosárba teszem|kosárba|adaugă în coș',
      'tr/id/vi':
        'sepete ekle|hemen al|tambahkan ke keranjang|tambah ke keranjang|masukkan ke keranjang|beli sekarang|thêm vào giỏ hàng|thêm vào giỏ|mua ngay',
      'ru/uk':
        'добавить в корзину|в корзину|купить|додати в кошик|додати до кошика|додати у кошик|в кошик|до кошика|у кошик|купити',
      'ja/zh/ko/ar': 'カートに入れる|加入购物车|加入購物車|장바구니 담기|장바구니|أضف إلى السلة|أضف إلى عربة التسوق',
    },
  },
  {
    id: 'stock',
    source: SHOPS,
    words: {
      en: 'in stock|out of stock|sold out|low in stock|low stock|only 0 left|only 0 remaining|available|unavailable|ships in|ships within|ship in|ship within|usually ships',
      de: 'nicht auf lager|auf lager|sofort lieferbar|nicht lieferbar|lieferbar|vorrätig|ausverkauft|lieferzeit',
      fr: 'en stock|en rupture de stock|rupture de stock|épuisé|indisponible|disponible',
      'es/it': 'agotado|sin existencias|sin stock|disponibile|non disponibile|esaurito',
      pt: 'em estoque|em stock|esgotado|indisponível|disponível',
      nl: 'niet op voorraad|op voorraad|uitverkocht',
      pl: 'w magazynie|niedostępny|niedostępna|niedostępne|dostępny|dostępna|dostępne|na stanie|brak w magazynie|wysyłka w',
      'cs/sk': 'není skladem|skladem|vyprodáno|na sklade|vypredané',
      'sv/da/nb/fi/hu/ro': 'finns i lager|i lager|slut i lager|på lager|udsolgt|utsolgt|varastossa|raktáron|în stoc',
      'tr/id/vi': 'stokta var|stokta yok|stokta|tükendi|stok tersedia|stok habis|còn hàng|hết hàng',
      'ru/uk': 'нет в наличии|в наличии|под заказ|немає в наявності|в наявності',
      'ja/zh/ko/ar': '在庫あり|在庫なし|有货|现货|有貨|现貨|缺货|缺貨|재고 있음|품절|متوفر|غير متوفر',
    },
  },
  {
    id: 'member',
    source: FORUMS,
    words: {
      en: 'joined|member since|registered|posts|post|threads|thread|reputation|location|offline|online',
      de: 'registriert|mitglied seit|dabei seit|beiträge|themen|wohnort',
      fr: 'inscrite|inscrit|inscription|membre depuis|messages|localisation|hors ligne|en ligne',
      es: 'registrado|miembro desde|mensajes|ubicación|desconectado',
      it: 'iscritto|iscrizione|membro dal|messaggi|località',
      pt: 'registado|membro desde|mensagens|localização',
      nl: 'geregistreerd|lid geworden|lid sinds|berichten|woonplaats',
      pl: 'rejestracja|dołączyła|dołączył|posty|postów|lokalizacja|skąd',
      'cs/sv/da/nb':
        'registrován|registrace|příspěvky|bydliště|gick med|medlem sedan|inlägg|medlem siden|tilmeldt|indlæg|innlegg',
      tr: 'kayıt tarihi|kayıt|mesajlar|konum',
      ru: 'зарегистрирована|зарегистрирован|регистрация|сообщений|сообщения|откуда',
    },
  },
  {
    id: 'edited',
    source: FORUMS,
    words: {
      en: 'edited|modified|last edit|last post|last activity',
      de: 'zuletzt geändert|zuletzt bearbeitet|zuletzt editiert|zuletzt von|bearbeitet von',
      fr: 'dernière modification|dernière édition|modifié|édité par',
      'es/it/pt': 'última edición|ultima modifica|última edição|editado|modificado|modificato',
      nl: 'laatst gewijzigd|laatst bewerkt|laatst aangepast|bewerkt door',
      'pl/cs':
        'ostatnio zmieniony|ostatnio edytowany|ostatnio modyfikowany|edytowane|edytowany|edytowano|naposledy upravil|upraveno',
      'sv/da/nb/tr': 'senast ändrad|senast redigerad|sidst rettet|sist redigert|sist endret|son düzenleme|düzenlendi',
      ru: 'последний раз|отредактировано|изменено|редактировалось|редактировал',
    },
  },
];
