/** Full names, because abbreviations are words of other languages (`5 set`, `3 list`, `2 out`). Dates with a year match without. */
const MONTHS = [
  'januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  'janvier|février|févr|mars|avril|juin|juillet|juil|août|septembre|octobre|novembre|décembre',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre',
  'janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
  'januari|februari|maart|mei|augustus|december|augusti|maj|marts',
  'stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia',
  'ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince',
  'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|tháng',
].join('|');
const AGO = [
  'vor \\d{1,9} (?:sekunde|minute|stunde|tag|woche|monat|jahr)',
  'il y a \\d{1,9} (?:s|min|h|j|m|an)|hace \\d{1,9} (?:s|min|h|d|mes|año)|há \\d{1,9} (?:s|min|h|d|mes|mês|ano)',
  '\\d{1,9} (?:second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa',
  '\\d{1,9} (?:seconden|minuten|uur|dagen|weken|maanden|jaar) geleden',
  '\\d{1,9} (?:sekund|minut|godzin|dni|tygodni|miesi|lat)\\S{0,4} temu|před \\d{1,9} (?:minut|hodin|dn|týdn|měs|let)',
  'för \\d{1,9} (?:sekund|minut|timm|dag|veck|månad|år)\\S{0,4} sedan|for \\d{1,9} (?:sekund|minut|time|dag|uge|uke|måned|år)\\S{0,4} siden',
  '\\d{1,9} (?:dakika|saat|gün|hafta|ay|yıl) önce|\\d{1,9} (?:menit|jam|hari|minggu|bulan|tahun)(?: yang)? lalu|\\d{1,9} (?:phút|giờ|ngày|tuần|tháng|năm) trước',
].join('|');

/** A date or a relative time. Only tested on texts with digits. */
export const DATE = new RegExp(
  [
    String.raw`\b(19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,20}\.? \d|\b\d{1,9} (second|minute|hour|day|week|month|year)s? ago\b|\d\s?(年|월|月)\s?\d|\d\s?(秒|分|分钟|分鐘|小?时|小時|時間|天|日|周|週|个?月|か月|年)前|\d\s?(초|분|시간|일|주|개월|년) 전|\d (янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)|\d [а-я]{3,9} назад|منذ [\d٠-٩]|[٠-٩]{4}`,
    `\\b\\d{1,2}(?:\\.|º|er)? (?:de )?(?:${MONTHS})(?![a-zß-ÿ])`,
    `(?<![a-zß-ÿ])(?:${AGO})`,
  ].join('|'),
  'i',
);
