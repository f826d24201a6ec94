/**
 * Headings above teasers and calls to share or subscribe, by language; a line each. Not those that encyclopedias have
 * above a section of theirs (`Zobacz też`, `Související články`, `Xem thêm`), nor single verbs, which documentation has
 * above a chapter (`Teilen`, `Compartir`).
 */
const HEADINGS = [
  'you (?:might|may) (?:also )?(?:like|enjoy|be interested)|related(?: (?:articles?|posts?|stories|content|reading|products?|topics?|news|items|links|resources))?|more (?:from|to read|stories|articles|like this|posts|news)|read (?:more|next|also)|recommended(?: (?:for you|reading|articles|stories|products?|posts))?|(?:most )?popular (?:posts|articles|stories|now)|latest (?:posts|articles|news|stories)|trending|keep reading|up next|what to read next|recent posts|customers also .{0,20}|people also .{0,20}|similar (?:articles|posts|products|items)|don.t miss|share this|leave a (?:reply|comment)|subscribe|sign up (?:for|to) .{0,30}|(?:join )?our newsletter|newsletter|follow us|filed under|about the author',
  '(?:das|dies) könnte (?:sie|dich|euch) (?:auch|ebenfalls) interessieren|lesen sie (?:auch|mehr|weiter)(?: zum thema)?|lies auch|mehr zum thema|weitere (?:artikel|beiträge|meldungen|nachrichten)|(?:ähnliche|verwandte) (?:artikel|beiträge|themen|produkte)|auch interessant|passend zum thema|meistgelesen(?:e artikel)?|am meisten gelesen|(?:neueste|aktuelle|letzte) (?:artikel|beiträge|meldungen|nachrichten)|beliebte (?:artikel|beiträge)|empfehlungen der redaktion|unsere empfehlungen|newsletter abonnieren|(?:schreiben sie|schreibe|hinterlasse) (?:einen|eine) (?:kommentar|antwort)|kunden kauften auch|über (?:den autor|die autorin)|folgen sie uns|artikel teilen',
  '(?:à )?lire (?:aussi|également)|(?:à (?:voir|découvrir) (?:aussi|également))|sur le même (?:sujet|thème)|dans la même (?:rubrique|catégorie)|articles? (?:similaires?|liés|connexes|récents|associés|recommandés)|produits (?:similaires|associés|apparentés)|(?:vous aimerez|vous pourriez)(?: peut-être)?(?: aussi| aimer| également){1,2}|les plus (?:lus|populaires)|derni(?:ers articles|ères actualités)|recommandés? pour vous|laisser un commentaire|abonnez-vous(?: à .{0,30})?|suivez-nous|partager cet article|à propos de l.auteur',
  '(?:también )?te (?:puede|podría) interesar(?: también)?|(?:artículos|productos|contenidos|temas) (?:relacionados|similares|recientes)|(?:noticias|entradas|notas) (?:relacionadas|recientes)|le[ae] también|más (?:leído|leídas|leídos|vistos|noticias)|lo más (?:leído|visto|popular)|últimas noticias|te recomendamos|deja (?:un comentario|una respuesta)|síguenos(?: en .{0,20})?|suscríbete(?: .{0,30})?|sobre el autor',
  'leggi anche|(?:ti )?potrebbe(?:ro)? (?:anche )?interessar(?:ti|e)(?: anche)?|articoli (?:correlati|simili|recenti|consigliati)|(?:notizie|news) correlate|(?:contenuti|prodotti|post) correlati|i più letti|(?:le )?ultime notizie|lascia un commento|seguici(?: su .{0,20})?|iscriviti alla (?:nostra )?newsletter|sull.autore|condividi (?:questo|l).{0,15}',
  'lei[ae] (?:também|mais)|veja (?:também|mais)|(?:artigos|posts|conteúdos|produtos) (?:relacionados|recentes|semelhantes)|(?:notícias|matérias) relacionadas|mais lid[ao]s|últimas notícias|(?:você )?(?:também )?pode(?:rá)? (?:também )?(?:gostar|interessar)(?: de)?|recomendad[ao]s para (?:você|si)|deixe (?:um comentário|uma resposta)|siga-nos|sobre o autor',
  'lees (?:ook|meer|verder)|gerelateerde (?:artikelen|berichten|producten|onderwerpen)|meest gelezen|laatste nieuws|aanbevolen (?:artikelen|voor jou)|misschien vind je dit ook leuk|laat een reactie achter|geef een reactie|volg ons|over de auteur',
  '(?:czytaj|przeczytaj) (?:też|także|również|więcej|dalej)|zobacz (?:także|również)|(?:podobne|powiązane) (?:artykuły|wpisy|produkty|tematy)|polecane(?: (?:artykuły|wpisy|produkty|w serwisie))?|polecamy(?: (?:także|również))?|(?:najnowsze|ostatnie) (?:artykuły|wpisy|wiadomości)|najczęściej czytane|najpopularniejsze|może (?:cię|ci|państwa) (?:również |też )?(?:zainteresować|zaciekawić|się spodobać)|podziel się|dodaj komentarz|zostaw komentarz|o autorze|więcej na (?:ten )?temat',
  'čtěte (?:také|dále|též)|přečtěte si (?:také|více)|mohlo by (?:vás|se vám) (?:také )?(?:zajímat|líbit)|související produkty|podobné (?:články|produkty)|nejčtenější|nejnovější (?:články|zprávy)|přidat komentář|o autorovi',
  'läs (?:också|mer|även|vidare)|relaterade? (?:artiklar|produkter|inlägg|ämnen|artikel)|mest läst|senaste (?:nytt|nyheterna|inläggen)|om författaren|(?:læs|les) (?:også|mere|mer|videre)|relatere?(?:de|te) (?:artikler|produkter|emner|indlæg|saker|innlegg)|mest læste?|mest leste?|(?:seneste|siste) (?:nyt|nytt|nyheder|nyheter|indlæg|innlegg|saker)|måske er du (?:også )?interesseret i|om forfatteren',
  '[iİ]lgili (?:haberler|konular|yazılar|içerikler|ürünler|makaleler)|benzer (?:haberler|yazılar|ürünler|konular)|(?:bunlar )?(?:da )?[iİ]lginizi çekebilir|en çok okunan(?:lar| haberler)?|son (?:haberler|dakika|yazılar)|yorum yap|bir yanıt yazın',
  'baca juga|(?:artikel|berita|topik|produk) (?:terkait|lainnya|terbaru|terpopuler|populer)|terpopuler|rekomendasi untuk anda|tinggalkan komentar|tin (?:liên quan|mới nhất|cùng chuyên mục|đọc nhiều|nổi bật)|bài viết (?:liên quan|mới nhất)|có thể bạn (?:quan tâm|cũng thích)|sản phẩm (?:liên quan|tương tự)',
  '(?:чита|смотри)йте (?:также|ещё|еще)|похожие (?:статьи|материалы|новости|темы|товары|записи|публикации)|(?:другие|ссылки|также|новости|материалы|статьи|ещё|еще)?\\s?(?:новости |материалы )?по (?:этой )?теме|другие (?:новости|материалы|статьи)|(?:самое|популярное|популярные|последние|главные)\\s?(?:читаемое|обсуждаемое|новости|статьи)?|новости партн[её]ров|вам может (?:быть интересно|понравиться)|вас может заинтересовать|с этим товаром .{0,20}|рекомендуем|что читают|об авторе|(?:добавить|оставить) комментарий|подпис(?:ывайтесь|аться)(?: на .{0,30})?|читайте також|схожі (?:статті|товари|новини)',
  '(?:διαβάστε|δείτε) (?:επίσης|ακόμα|ακόμη|περισσότερα)|(?:τελευταία|σχετικά|δημοφιλή|περισσότερα) (?:νέα|άρθρα|θέματα)|(?:τελευταίες|σχετικές|δημοφιλείς) (?:ειδήσεις|αναρτήσεις)|σύνδεσμοι διαφημιζομένων|αφήστε (?:ένα )?σχόλιο|μοιραστείτε το',
  '相关(?:阅读|文章|新闻|推荐|内容|报道|链接)|相關(?:閱讀|文章|新聞|內容|報導)|(?:推荐|延伸|继续|扩展)阅读|(?:推薦|延伸|繼續)閱讀|(?:热门|最新|推荐)(?:文章|新闻|推荐|资讯)|(?:熱門|最新|推薦)(?:文章|新聞)|猜你喜欢|为你推荐|热门排行|分享到|関連(?:記事|ニュース|リンク|キーワード)|(?:おすすめ|人気|新着|最新)(?:の)?(?:記事|ニュース)|あわせて読みたい|(?:アクセス|人気|記事)?ランキング|(?:관련|추천|인기|최신)\\s?(?:기사|뉴스|글|콘텐츠)|많이 본 (?:기사|뉴스)|함께 보면 좋은 .{0,10}|اقرأ أيض(?:ا|ً|اً)|(?:مواضيع|أخبار|مقالات|موضوعات) (?:ذات صلة|مشابهة|متعلقة)|الأكثر (?:قراءة|مشاهدة)|قد يعجبك أيض(?:ا|ً|اً)',
];
/** What stands before them on some sites: `//`, a bullet. */
export const TEASERS = new RegExp(`^(?:\\/\\/|[•»▶]\\s?)?(?:${HEADINGS.join('|')})[\\s:：…!！.»]{0,5}$`, 'i');

/**
 * What a line between the paragraphs of an article begins with that leads to another one, by language; a line each. Not
 * what encyclopedias have so (`Zobacz też`), nor single verbs, which are names elsewhere (`Lea`, `Mira`).
 */
const LINES = [
  'also read|read (?:also|more|next)|related (?:article|story|post)s?',
  'lesen sie (?:auch|mehr|dazu)|lies auch|mehr zum thema|passend dazu',
  '(?:à )?lire (?:aussi|également)',
  'le[ae] (?:también|además|más)|mira también|pued[eo]s? (?:ver|leer)|te (?:puede|podría) interesar',
  'leggi anche|approfondisci',
  'lei[ae] (?:também|mais)|veja (?:também|mais)',
  'lees (?:ook|meer|verder)',
  '(?:czytaj|przeczytaj) (?:też|także|również|więcej|koniecznie)',
  'čtěte (?:také|též)|přečtěte si (?:také|více)',
  'läs (?:också|mer|även)|(?:læs|les) (?:også|mere?)',
  'baca juga',
  '(?:чита|смотри)йте (?:также|ещё|еще)|читайте також',
  '(?:διαβάστε|δείτε) (?:επίσης|ακόμα|ακόμη|περισσότερα)',
];
export const TEASER_LINE = new RegExp(`^[•»▶➤>*\\-]?\\s?(?:${LINES.join('|')})\\s?[:：»]`, 'i');
