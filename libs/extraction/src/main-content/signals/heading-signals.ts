import type { Signal } from './signal';

const NEWS = 'news sites and blogs of the Trafilatura, waddle and fundus sets';
const SHOPS = 'buttons and headings of shop systems';

/** Headings and labels. */
export const HEADING_SIGNALS: readonly Signal[] = [
  {
    id: 'related',
    source: NEWS,
    words: {
      en: "you might also like|you might also enjoy|you might also be interested|you might like|you might enjoy|you might be interested|you may also like|you may also enjoy|you may also be interested|you may like|you may enjoy|you may be interested|related articles|related article|related posts|related post|related stories|related content|related reading|related products|related product|related topics|related topic|related news|related items|related links|related resources|related|more from|more to read|more stories|more articles|more like this|more posts|more news|read more|read next|read also|recommended for you|recommended reading|recommended articles|recommended stories|recommended products|recommended product|recommended posts|recommended|most popular posts|most popular articles|most popular stories|most popular now|popular posts|popular articles|popular stories|popular now|latest posts|latest articles|latest news|latest stories|trending|keep reading|up next|what to read next|recent posts|customers also *|people also *|similar articles|similar posts|similar products|similar items|don't miss|filed under",
      de: 'das könnte sie auch interessieren|das könnte sie ebenfalls interessieren|das könnte dich auch interessieren|das könnte dich ebenfalls interessieren|das könnte euch auch interessieren|das könnte euch ebenfalls interessieren|dies könnte sie auch interessieren|dies könnte sie ebenfalls interessieren|dies könnte dich auch interessieren|dies könnte dich ebenfalls interessieren|dies könnte euch auch interessieren|dies könnte euch ebenfalls interessieren|lesen sie auch zum thema|lesen sie auch|lesen sie mehr zum thema|lesen sie mehr|lesen sie weiter zum thema|lesen sie weiter|lies auch|mehr zum thema|weitere artikel|weitere beiträge|weitere meldungen|weitere nachrichten|ähnliche artikel|ähnliche beiträge|ähnliche themen|ähnliche produkte|verwandte artikel|verwandte beiträge|verwandte themen|verwandte produkte|auch interessant|passend zum thema|meistgelesene artikel|meistgelesen|am meisten gelesen|neueste artikel|neueste beiträge|neueste meldungen|neueste nachrichten|aktuelle artikel|aktuelle beiträge|aktuelle meldungen|aktuelle nachrichten|letzte artikel|letzte beiträge|letzte meldungen|letzte nachrichten|beliebte artikel|beliebte beiträge|empfehlungen der redaktion|unsere empfehlungen|kunden kauften auch',
      fr: 'à lire aussi|à lire également|lire aussi|lire également|à voir aussi|à voir également|à découvrir aussi|à découvrir également|sur le même sujet|sur le même thème|dans la même rubrique|dans la même catégorie|articles similaires|articles liés|articles connexes|articles récents|articles associés|articles recommandés|article similaire|produits similaires|produits associés|produits apparentés|vous aimerez peut-être aussi|vous aimerez peut-être également|vous aimerez aussi|vous aimerez également|vous pourriez peut-être aussi|vous pourriez peut-être également|vous pourriez aussi|vous pourriez également|les plus lus|les plus populaires|derniers articles|dernières actualités|recommandés pour vous|recommandé pour vous',
      es: 'también te puede interesar|también te podría interesar|te puede interesar también|te puede interesar|te podría interesar también|te podría interesar|artículos relacionados|artículos similares|artículos recientes|productos relacionados|productos similares|productos recientes|contenidos relacionados|contenidos similares|contenidos recientes|temas relacionados|temas similares|temas recientes|noticias relacionadas|noticias recientes|entradas relacionadas|entradas recientes|notas relacionadas|notas recientes|lea también|lee también|más leído|más leídas|más leídos|más vistos|más noticias|lo más leído|lo más visto|lo más popular|últimas noticias|te recomendamos',
      it: 'leggi anche|ti potrebbero anche interessarti|ti potrebbero anche interessare|ti potrebbero interessarti|ti potrebbero interessare|ti potrebbe anche interessarti|ti potrebbe anche interessare|ti potrebbe interessarti|ti potrebbe interessare|potrebbero anche interessarti|potrebbero anche interessare|potrebbero interessarti|potrebbero interessare|potrebbe anche interessarti|potrebbe anche interessare|potrebbe interessarti|potrebbe interessare|articoli correlati|articoli simili|articoli recenti|articoli consigliati|notizie correlate|news correlate|contenuti correlati|prodotti correlati|post correlati|i più letti|le ultime notizie|ultime notizie',
      pt: 'leia também|leia mais|leie também|leie mais|veja também|veja mais|artigos relacionados|artigos recentes|artigos semelhantes|posts relacionados|posts recentes|posts semelhantes|conteúdos relacionados|conteúdos recentes|conteúdos semelhantes|produtos relacionados|produtos recentes|produtos semelhantes|notícias relacionadas|matérias relacionadas|mais lidas|mais lidos|últimas notícias|você também poderá gostar|você também poderá interessar|você também pode gostar|você também pode interessar|você poderá também gostar|você poderá também interessar|você poderá gostar|você poderá interessar|você pode também gostar|você pode também interessar|você pode gostar|você pode interessar|também poderá gostar|também poderá interessar|também pode gostar|também pode interessar|poderá também gostar|poderá também interessar|poderá gostar|poderá interessar|pode também gostar|pode também interessar|pode gostar|pode interessar|recomendadas para você|recomendadas para si|recomendados para você|recomendados para si',
      nl: 'lees ook|lees meer|lees verder|gerelateerde artikelen|gerelateerde berichten|gerelateerde producten|gerelateerde onderwerpen|meest gelezen|laatste nieuws|aanbevolen artikelen|aanbevolen voor jou|misschien vind je dit ook leuk',
      pl: 'czytaj też|czytaj także|czytaj również|czytaj więcej|czytaj dalej|przeczytaj też|przeczytaj także|przeczytaj również|przeczytaj więcej|przeczytaj dalej|zobacz także|zobacz również|podobne artykuły|podobne wpisy|podobne produkty|podobne tematy|powiązane artykuły|powiązane wpisy|powiązane produkty|powiązane tematy|polecane artykuły|polecane wpisy|polecane produkty|polecane w serwisie|polecane|polecamy także|polecamy również|polecamy|najnowsze artykuły|najnowsze wpisy|najnowsze wiadomości|ostatnie artykuły|ostatnie wpisy|ostatnie wiadomości|najczęściej czytane|najpopularniejsze|może cię również zainteresować|może cię również zaciekawić|może cię też zainteresować|może cię też zaciekawić|może cię zainteresować|może cię zaciekawić|może ci również się spodobać|może ci też się spodobać|może ci się spodobać|może państwa również zainteresować|może państwa również zaciekawić|może państwa też zainteresować|może państwa też zaciekawić|może państwa zainteresować|może państwa zaciekawić|więcej na ten temat|więcej na temat',
      cs: 'čtěte také|čtěte dále|čtěte též|přečtěte si také|přečtěte si více|mohlo by vás také zajímat|mohlo by vás také líbit|mohlo by vás zajímat|mohlo by vás líbit|mohlo by se vám také zajímat|mohlo by se vám také líbit|mohlo by se vám zajímat|mohlo by se vám líbit|související produkty|podobné články|podobné produkty|nejčtenější|nejnovější články|nejnovější zprávy',
      'sv/da/nb':
        'läs också|läs mer|läs även|läs vidare|relaterade artiklar|relaterade produkter|relaterade inlägg|relaterade ämnen|relaterad artikel|mest läst|senaste nytt|senaste nyheterna|senaste inläggen|læs også|læs mere|læs mer|læs videre|les også|les mere|les mer|les videre|relaterede artikler|relaterede produkter|relaterede emner|relaterede indlæg|relaterte artikler|relaterte produkter|relaterte emner|relaterte saker|relaterte innlegg|mest læste|mest læst|mest leste|mest lest|seneste nyt|seneste nytt|seneste nyheder|seneste nyheter|seneste indlæg|seneste innlegg|seneste saker|siste nyt|siste nytt|siste nyheder|siste nyheter|siste indlæg|siste innlegg|siste saker|måske er du også interesseret i|måske er du interesseret i',
      tr: 'ilgili haberler|ilgili konular|ilgili yazılar|ilgili içerikler|ilgili ürünler|ilgili makaleler|i̇lgili haberler|i̇lgili konular|i̇lgili yazılar|i̇lgili içerikler|i̇lgili ürünler|i̇lgili makaleler|benzer haberler|benzer yazılar|benzer ürünler|benzer konular|bunlar da ilginizi çekebilir|bunlar ilginizi çekebilir|ilginizi çekebilir|i̇lginizi çekebilir|en çok okunanlar|en çok okunan haberler|en çok okunan|son haberler|son dakika|son yazılar',
      'id/vi':
        'baca juga|artikel terkait|artikel lainnya|artikel terbaru|artikel terpopuler|artikel populer|berita terkait|berita lainnya|berita terbaru|berita terpopuler|berita populer|topik terkait|topik lainnya|topik terbaru|topik terpopuler|topik populer|produk terkait|produk lainnya|produk terbaru|produk terpopuler|produk populer|terpopuler|rekomendasi untuk anda|tin liên quan|tin mới nhất|tin cùng chuyên mục|tin đọc nhiều|tin nổi bật|bài viết liên quan|bài viết mới nhất|có thể bạn quan tâm|có thể bạn cũng thích|sản phẩm liên quan|sản phẩm tương tự',
      'ru/uk':
        'читайте также|читайте ещё|читайте еще|смотрите также|смотрите ещё|смотрите еще|похожие статьи|похожие материалы|похожие новости|похожие темы|похожие товары|похожие записи|похожие публикации|ссылки по этой теме|ссылки по теме|также по этой теме|также по теме|новости по этой теме|новости по теме|материалы по этой теме|материалы по теме|статьи по этой теме|статьи по теме|ещё по этой теме|ещё по теме|еще по этой теме|еще по теме|по этой теме|по теме|другие новости|другие материалы|другие статьи|самое читаемое|самое обсуждаемое|популярное читаемое|популярное|популярные новости|популярные статьи|популярные|последние новости|последние статьи|главные новости|главные статьи|новости партнеров|новости партнёров|вам может быть интересно|вам может понравиться|вас может заинтересовать|с этим товаром *|рекомендуем|что читают|читайте також|схожі статті|схожі товари|схожі новини',
      el: 'διαβάστε επίσης|διαβάστε ακόμα|διαβάστε ακόμη|διαβάστε περισσότερα|δείτε επίσης|δείτε ακόμα|δείτε ακόμη|δείτε περισσότερα|τελευταία νέα|τελευταία άρθρα|τελευταία θέματα|σχετικά νέα|σχετικά άρθρα|σχετικά θέματα|δημοφιλή νέα|δημοφιλή άρθρα|δημοφιλή θέματα|περισσότερα νέα|περισσότερα άρθρα|περισσότερα θέματα|τελευταίες ειδήσεις|τελευταίες αναρτήσεις|σχετικές ειδήσεις|σχετικές αναρτήσεις|δημοφιλείς ειδήσεις|δημοφιλείς αναρτήσεις|σύνδεσμοι διαφημιζομένων',
      'zh/ja/ko/ar':
        '相关阅读|相关文章|相关新闻|相关推荐|相关内容|相关报道|相关链接|相關閱讀|相關文章|相關新聞|相關內容|相關報導|推荐阅读|延伸阅读|继续阅读|扩展阅读|推薦閱讀|延伸閱讀|繼續閱讀|热门文章|热门新闻|热门推荐|热门资讯|最新文章|最新新闻|最新推荐|最新资讯|推荐文章|推荐新闻|推荐资讯|熱門文章|熱門新聞|最新新聞|推薦文章|推薦新聞|猜你喜欢|为你推荐|热门排行|関連記事|関連ニュース|関連リンク|関連キーワード|おすすめの記事|おすすめのニュース|おすすめ記事|おすすめニュース|人気の記事|人気のニュース|人気記事|人気ニュース|新着の記事|新着のニュース|新着記事|新着ニュース|最新の記事|最新のニュース|最新記事|最新ニュース|あわせて読みたい|アクセスランキング|人気ランキング|記事ランキング|ランキング|관련 기사|관련 뉴스|관련 글|관련 콘텐츠|관련기사|관련뉴스|관련글|관련콘텐츠|추천 기사|추천 뉴스|추천 글|추천 콘텐츠|추천기사|추천뉴스|추천글|추천콘텐츠|인기 기사|인기 뉴스|인기 글|인기 콘텐츠|인기기사|인기뉴스|인기글|인기콘텐츠|최신 기사|최신 뉴스|최신 글|최신 콘텐츠|최신기사|최신뉴스|최신글|최신콘텐츠|많이 본 기사|많이 본 뉴스|함께 보면 좋은 *|اقرأ أيضا|اقرأ أيضاً|مواضيع ذات صلة|مواضيع مشابهة|مواضيع متعلقة|أخبار ذات صلة|أخبار مشابهة|أخبار متعلقة|مقالات ذات صلة|مقالات مشابهة|مقالات متعلقة|موضوعات ذات صلة|موضوعات مشابهة|موضوعات متعلقة|الأكثر قراءة|الأكثر مشاهدة|قد يعجبك أيضا|قد يعجبك أيضاً',
    },
  },
  {
    id: 'share',
    source: NEWS,
    words: {
      en: 'share this',
      de: 'artikel teilen',
      fr: 'partager cet article',
      it: 'condividi questo *|condividi l *',
      pl: 'podziel się',
      el: 'μοιραστείτε το',
      'zh/ja/ko/ar': '分享到',
    },
  },
  {
    id: 'comments',
    source: NEWS,
    words: {
      en: 'leave a reply|leave a comment|user comments|user comment|reader comments|reader comment|comments|comment|thoughts|thought|replies',
      de: 'schreiben sie einen kommentar|schreiben sie eine antwort|schreibe einen kommentar|schreibe eine antwort|hinterlasse einen kommentar|hinterlasse eine antwort|leserkommentare|leserkommentar|nutzerkommentare|nutzerkommentar|kommentare|kommentar|lesermeinungen|gedanken|gedanke',
      fr: 'laisser un commentaire|vos commentaires|les commentaires|commentaires|commentaire|réflexions|réflexion',
      es: 'deja un comentario|deja una respuesta|los comentarios|comentarios',
      it: 'lascia un commento|commenti dei lettori|commenti',
      pt: 'deixe um comentário|deixe uma resposta|os comentários|comentários',
      nl: 'laat een reactie achter|geef een reactie|reacties',
      pl: 'dodaj komentarz|zostaw komentarz|wasze komentarze|wasze opinie|twoje komentarze|twoje opinie|komentarze|opinie|dyskusja',
      cs: 'přidat komentář|komentáře|diskuse|diskuze',
      tr: 'yorum yap|bir yanıt yazın|yorumlar',
      'id/vi': 'tinggalkan komentar|komentar|bình luận',
      'ru/uk':
        'добавить комментарий|оставить комментарий|ваши комментарии|ваши комментарий|комментарии|комментарий|комментариев|обсуждение|коментарі',
      el: 'αφήστε ένα σχόλιο|αφήστε σχόλιο|σχόλια',
      'sv/fi': 'kommentarer|kommentit',
      'zh/ja/ko/ar':
        '网友评论|网友評論|網友评论|網友評論|最新评论|最新評論|全部评论|全部評論|热门评论|热门評論|评论|評論|コメント|댓글|تعليقات',
    },
  },
  {
    id: 'newsletter',
    source: NEWS,
    words: {
      en: 'subscribe|sign up for *|sign up to *|join our newsletter|our newsletter|newsletter|follow us',
      de: 'newsletter abonnieren|folgen sie uns',
      fr: 'abonnez-vous à *|abonnez-vous|suivez-nous',
      es: 'síguenos en *|síguenos|suscríbete *|suscríbete',
      it: 'seguici su *|seguici|iscriviti alla nostra newsletter|iscriviti alla newsletter',
      pt: 'siga-nos',
      nl: 'volg ons',
      'ru/uk': 'подписывайтесь на *|подписывайтесь|подписаться на *|подписаться',
    },
  },
  {
    id: 'bio',
    source: NEWS,
    words: {
      en: 'about the author',
      de: 'über den autor|über die autorin',
      fr: "à propos de l'auteur",
      es: 'sobre el autor',
      it: "sull'autore",
      pt: 'sobre o autor',
      nl: 'over de auteur',
      pl: 'o autorze',
      cs: 'o autorovi',
      'sv/da/nb': 'om författaren|om forfatteren',
      'ru/uk': 'об авторе',
    },
  },
  {
    id: 'specification',
    source: SHOPS,
    words: {
      en: "product specifications|product specification|product specs|product details|product features|technical specifications|technical specification|technical specs|technical details|technical features|tech specifications|tech specification|tech specs|tech details|tech features|key specifications|key specification|key specs|key details|key features|item specifications|item specification|item specs|item details|item features|specifications|specification|specs|details|features|product description|product overview|product ingredients|product materials|product material|product dimensions|description|overview|ingredients|materials|material|dimensions|about this item|what's included|what's in the box|additional information",
      de: 'produktdetails|produktbeschreibung|produktinformationen|technische daten|technische details|beschreibung|eigenschaften|weitere informationen|zusätzliche informationen',
      fr: 'caractéristiques techniques|caractéristiques|fiche technique|informations complémentaires|détails du produit|détails',
      es: 'descripción del producto|descripción|características|ficha técnica|información adicional|especificaciones técnicas|especificaciones|detalles del producto|detalles',
      it: 'descrizione|specifiche tecniche|specifiche|caratteristiche|scheda tecnica|informazioni aggiuntive|ulteriori informazioni|dettagli del prodotto|dettagli',
      pt: 'descrição do produto|descrição|informação adicional|informações adicionais|informações técnicas|especificações técnicas|especificações|detalhes do produto|detalhes',
      nl: 'productomschrijving|productbeschrijving|productspecificaties|productinformatie|productkenmerken|omschrijving|beschrijving|specificaties|informatie|kenmerken|aanvullende informatie|extra informatie',
      pl: 'opis produktu|opis|informacje dodatkowe|dodatkowe informacje|specyfikacja|dane techniczne|parametry|szczegóły produktu|szczegóły',
      'cs/sk':
        'popis produktu|popis|další informace|ďalšie informácie|specifikace|technické údaje|technické parametry|vlastnosti',
      'sv/da/nb':
        'produktbeskrivning|produktbeskrivelse|produktinformation|produktspecifikationer|produktspecifikation|produktinformasjon|beskrivning|beskrivelse|information|specifikationer|specifikation|informasjon|yderligere information|ytterligare information|tilleggsinformasjon|spesifikasjoner',
      'tr/id/vi':
        'açıklama|ürün açıklaması|ürün özellikleri|ürün özellikler|ürün bilgileri|teknik açıklaması|teknik özellikleri|teknik özellikler|teknik bilgileri|özellikler|ek bilgi|deskripsi produk|deskripsi|spesifikasi|informasi tambahan|mô tả sản phẩm|mô tả|thông số kỹ thuật|thông số|thông tin bổ sung|thông tin sản phẩm|thông tin chi tiết',
      'ru/uk': 'описание товара|описание|технические характеристики|характеристики|детали|опис товару|опис',
      'zh/ja/ko/ar':
        '商品详情|商品描述|商品说明|商品规格|商品参数|产品详情|产品描述|产品说明|产品规格|产品参数|商品詳情|商品說明|商品規格|產品詳情|產品描述|產品說明|產品規格|商品説明|商品仕様|商品情報|製品説明|製品仕様|製品情報|规格|規格|仕様|제품 설명|제품 정보|제품 상세|제품설명|제품정보|제품상세|상품 설명|상품 정보|상품 상세|상품설명|상품정보|상품상세|사양|المواصفات|الوصف',
    },
  },
];
