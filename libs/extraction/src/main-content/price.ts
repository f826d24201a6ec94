/**
 * An amount with a currency sign or name before or after it: `$5`, `1 299 kr`, `12,99 zł`,
 * `Rs. 1,299`. Not `RS 175` or `KR800` (product names), `100 Ft` (feet) or `2 TL` (teaspoons). Codes are in
 * upper case, because `30 sek` are seconds.
 */
export const PRICE =
  /[$€£¥￥₹₽₩₺₴₫₪฿₱₸]\s?\d|(?<![\p{L}\p{N}])(?:USD|EUR|GBP|CHF|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|INR|JPY|zł)\s?\d|(?<![\p{L}\p{N}-])(?:(?:kr|Kr|KR)\.? |R[sp]\.?\s?)\d|\d\s?(?:[€£₽₺₴₫₪฿₸]|[$¥](?!\s?\d)|(?:USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|INR|JPY|kr|Kr|KR|zł|Zł|ZŁ|kč|Kč|KČ|TRY|RON|BGN|RUB|UAH|VND|VNĐ|đ|lei|Lei|LEI|лв|Лв|ЛВ|грн|ГРН|тенге)(?![\p{L}\p{N}])|(?<=(?:\d{3}|[.,]\d\d)\s?)TL(?![\p{L}\p{N}])|(?<=\d[\s.]?\d{3}\s?)Ft(?![\p{L}\p{N}.])|元|円|원|руб|Руб|РУБ|درهم|ريال)/u;
