/**
 * An amount of money, with its sign or name before it or behind it, as countries differ: `$5`, `1 299 kr`, `12,99 zł`.
 * Not `RS 175` or `KR800`, which are names of things, nor feet and teaspoons.
 */
export const PRICE =
  /[$€£¥￥₹₽₩₺₴₫₪฿₱₸]\s?\d|(?<![\p{L}\p{N}])(?:usd|eur|gbp|chf|aud|cad|nzd|sek|nok|dkk|pln|czk|inr|jpy)\s?\d|(?<![\p{L}\p{N}-])kr\.? \d|\d\s?(?:[€£₽₺₴₫₪฿₸]|[$¥](?!\s?\d)|(?:usd|eur|gbp|chf|sek|nok|dkk|pln|czk|huf|inr|jpy|kr|zł|kč|lei|лв|грн|тенге)(?![\p{L}\p{N}])|元|円|원|руб|درهم|ريال)/iu;
