/**
 * Copies of development pages in scripts that the set lacks. Each word is replaced by the same made-up word of the script;
 * markup, lengths, repetition and punctuation are unchanged. There is no free set of such pages with their truth.
 */

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
const HAN = range(0x4e00, 0x5fff);
const KANA = range(0x3042, 0x3093);
const HANGUL = range(0xac00, 0xc5ff);
const ARABIC = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'];
const CYRILLIC = [...'абвгдежзийклмнопрстуфхцчшщыьэюя'];

/** Alphabet, length of a word by the letters of the original, and punctuation. */
const LANGUAGES = {
  zh: { alphabet: () => HAN, length: (letters) => (letters < 4 ? 1 : 2), isJoined: true, stop: '。', comma: '，' },
  ja: {
    alphabet: (at) => (at % 2 === 0 ? HAN : KANA),
    length: (letters) => Math.min(4, 1 + (letters >> 1)),
    isJoined: true,
    stop: '。',
    comma: '、',
  },
  ko: { alphabet: () => HANGUL, length: (letters) => Math.max(1, Math.round(letters / 2)), stop: '.', comma: ',' },
  ar: { alphabet: () => ARABIC, length: (letters) => Math.max(2, letters - 1), stop: '.', comma: '،' },
  ru: { alphabet: () => CYRILLIC, length: (letters) => letters + 1, hasCapitals: true, stop: '.', comma: ',' },
};

export const LANGUAGE_NAMES = Object.keys(LANGUAGES);

const MARKUP = /(<!--[\s\S]*?-->|<(script|style|textarea)\b[^>]*>[\s\S]*?<\/\2\s*>|<[^>]*>)/gi;
const STRUCTURED = /("(?:articleBody|text|description|headline|name)"\s*:\s*")((?:[^"\\]|\\.)*)/g;
const DESCRIBED = /((?:description|og:title)["'][^>]*?\scontent\s*=\s*)(["'])(.*?)\2/gi;

/** The HTML of a page with its text, title, description and JSON-LD in `language`. */
export function htmlInLanguage(html, language) {
  const parts = html.split(MARKUP);
  let out = '';
  // By split: text, markup, and the name of a script or style.
  for (let at = 0; at < parts.length; at += 3) {
    out += textInLanguage(parts[at], language);
    const markup = parts[at + 1] ?? '';
    if (/^<script[^>]*ld\+json/i.test(markup))
      out += markup.replace(STRUCTURED, (_, key, text) => key + textInLanguage(text, language));
    else if (/^<meta/i.test(markup))
      out += markup.replace(DESCRIBED, (_, key, quote, text) => key + quote + textInLanguage(text, language) + quote);
    else out += markup;
  }
  return out;
}

/** Digits, signs and character references stay. */
export function textInLanguage(text, language) {
  const { isJoined, stop, comma } = LANGUAGES[language];
  let changed = text.replace(/&#?\w{1,31};|\\u[0-9a-f]{4}|\\.|[\p{Script=Latin}\p{M}'’]+/giu, (word) =>
    /^[&\\'’]/.test(word) ? word : wordInLanguage(word, LANGUAGES[language]),
  );
  if (isJoined) {
    changed = changed
      .replace(/(?<=[\u3040-\u9fff][.,!?;:]?)[ \t]+(?=[\u3040-\u9fff])/g, '')
      .replace(/(?<=[\u3040-\u9fff])[!?]/g, (sign) => (sign === '!' ? '！' : '？'));
  }
  return changed
    .replace(/(?<=[^\s\d\p{Script=Latin}])\.(?=\s|$|[\u3040-\u9fff])/gu, stop)
    .replace(/(?<=[^\s\d\p{Script=Latin}]),/gu, comma);
}

function wordInLanguage(word, { alphabet, length, hasCapitals }) {
  let hash = 7;
  const lower = word.toLowerCase();
  for (let at = 0; at < lower.length; at++) hash = (Math.imul(hash, 31) + lower.charCodeAt(at)) >>> 0;
  let made = '';
  for (let at = 0; at < length(word.length); at++) {
    const letters = alphabet(at);
    made += letters[hash % letters.length];
    hash = (Math.imul(hash, 1_103_515_245) + 12_345) >>> 3;
  }
  const isCapital = hasCapitals && word[0] !== word[0].toLowerCase();
  return isCapital ? made[0].toUpperCase() + made.slice(1) : made;
}
