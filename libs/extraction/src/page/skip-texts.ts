/** Texts of skip links. Other targets are content: `Skip to the recipe`, `Aller au menu du jour`. */
const TEXTS = [
  // English
  '(?:skip|jump|go) (?:directly |straight |ahead |down |forward )?(?:past |over )?(?:to )?(?:the )?(?:main |page |primary |site )*(?:contents?)(?: area| section| block)?',
  '(?:skip|jump) (?:directly |straight )?(?:to |past |over )?(?:the )?(?:main |page |primary |secondary |site |top |global |local )*(?:body|footer|header|main|menu|navigation|nav|search|search (?:bar|box|form)|sidebar)(?: bar| links?| menu| section)?',
  'skip (?:to |the )?(?:links|navigation links)',
  // German
  '(?:direkt |weiter )?zum (?:haupt-?|seiten-?)?inhalt(?: springen| gehen| wechseln)?',
  '(?:springe |gehe |weiter |direkt )(?:direkt )?zu[mr] (?:haupt-?)?(?:navigation|menü|suche|fußzeile|seitenfuß|inhalt)',
  'zu[mr] (?:haupt-?)?(?:navigation|menü|suche|fußzeile) springen',
  // French
  "(?:aller|passer|accéder|sauter) (?:directement )?(?:au |à la |à l['’])(?:contenu|menu|navigation|recherche|pied de page)(?: principale?)?",
  // Spanish, Catalan, Portuguese, Italian
  '(?:saltar|ir|pasar) (?:directamente )?a(?:l| la) (?:contenido|navegación|menú|búsqueda|pie de página)(?: principal)?',
  '(?:salta|ves|vés|anar) al (?:contingut|menú)(?: principal)?',
  '(?:pular|saltar|ir|avançar) (?:diretamente )?(?:para o|para a|ao|à) (?:conteúdo|menu|navegação|pesquisa|busca|rodapé)(?: principal)?',
  '(?:vai|salta|passa) (?:direttamente )?(?:al|alla) (?:contenuto|menu|menù|navigazione|ricerca)(?: principale)?',
  // Dutch
  '(?:ga |spring |direct |meteen |overslaan en )+naar (?:de |het )?(?:hoofd)?(?:inhoud|navigatie|menu|zoeken)(?: gaan)?',
  'naar (?:de )?(?:hoofd)?inhoud(?: gaan)?',
  // Polish, Czech
  '(?:przejdź|przeskocz) do (?:głównej )?(?:treści|nawigacji|menu|wyszukiwania|wyszukiwarki|zawartości)(?: głównej)?',
  '(?:přejít|přeskočit) (?:na|k) (?:hlavní(?:mu)? )?(?:obsahu?|menu|navigaci)',
  // Swedish, Norwegian, Danish, Finnish
  '(?:hoppa|gå) (?:direkt )?till (?:huvud)?(?:innehåll(?:et)?|navigation(?:en)?|meny(?:n)?|sidans innehåll)',
  '(?:hopp|hop|gå|spring) (?:direkte |rett )?(?:over )?til (?:hoved)?(?:innhold(?:et)?|indhold(?:et)?|navigasjon(?:en)?|navigation(?:en)?|meny(?:en)?|menu(?:en)?)',
  'siirry (?:suoraan )?(?:pää)?(?:sisältöön|navigaatioon)',
  // Russian, Ukrainian
  'перейти к (?:основному )?(?:содержанию|содержимому|контенту|меню|навигации|поиску)(?: страницы)?',
  'перейти до (?:основного )?(?:вмісту|змісту|контенту|меню|навігації)',
  // Turkish
  '(?:ana )?içeriğe (?:atla|geç|git)',
  // Japanese, Chinese, Korean
  '(?:メイン|主要)?(?:コンテンツ|本文|ナビゲーション|メニュー)(?:へ|(?:へ|に|まで)(?:スキップ|移動|ジャンプ|進む)(?:する|します)?)',
  '跳(?:到|转到|轉到|至|转至|轉至|过到|過到)(?:主要?|正文)?(?:内容|內容|正文|导航|導航|導覽|搜索|搜尋)(?:区|區)?',
  '(?:본문|주?메뉴|콘텐츠|컨텐츠)(?: ?내용)?(?:으로|로)? ?(?:바로 ?가기|건너뛰기|이동|이동하기)',
  // Arabic, Hebrew
  '(?:تخط|تخطى|تخطي|تجاوز|انتقل|الانتقال|التخطي) إلى (?:المحتوى|التنقل|القائمة)(?: الرئيسية?)?',
  '(?:דלג|דילוג) ל(?:תוכן|תפריט)(?: ה?(?:ראשי|מרכזי))?',
];

export const SKIP_TEXTS = new RegExp(`^(?:${TEXTS.join('|')})$`, 'iu');
