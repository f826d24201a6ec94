import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { BlockElements, TextBlock } from '../text-blocks';

const PRODUCT = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:Product|ProductGroup)"/;
const PRODUCT_TYPE = /schema\.org\/Product(?:Group)?$/i;
/** What the button says that takes it. */
const CART =
  /^(?:add(?: item)? to (?:cart|bag|basket|trolley)|buy(?: it)? now|in den (?:waren|einkaufs)korb|ajouter au panier|añadir al? (?:carrito|cesta)|aggiungi al carrello|adicionar ao carrinho|in winkelwagen|カートに入れる|加入购物车|加入購物車|장바구니(?: 담기)?|(?:добавить )?в корзину|أضف إلى (?:السلة|عربة التسوق))\W{0,3}$/i;
/** Words of it. */
const CART_WORDS = 6;
/** Buttons that take a product. A page with more of them lists several. */
const MOST_CARTS = 3;
/** Blocks behind the title among which the price, and the button, stand. */
const PRICE_BEHIND = 20;
const CART_BEHIND = 60;
const FILTER = /filter|refine|facet|swatch/i;
const FILTER_LEVELS = 6;

/** The page says that it sells one product, in its data or by what it shows. */
export function isProduct(page: PageView): boolean {
  const { hints, elements } = page;
  const { type, structured } = hints;
  return (
    type.includes('product') ||
    structured.some((text) => PRODUCT.test(text)) ||
    elements.node.some(({ attributes: { itemtype } }) => itemtype !== undefined && PRODUCT_TYPE.test(itemtype)) ||
    sellsOne(page)
  );
}

/** The page says so by its title, a price and a button. */
function sellsOne({ blocks, elements, prices, headings, title }: PageView): boolean {
  if (title === -1 || headings[title] !== 1) return false;
  const price = prices.indexOf(1, title);
  if (price === -1 || price > title + PRICE_BEHIND) return false;
  if (isFilter(elements, (blocks[price] as TextBlock).element)) return false;
  let carts = 0;
  let isNear = false;
  blocks.forEach(({ words, text }, index) => {
    if (words > CART_WORDS || !CART.test(text)) return;
    carts++;
    isNear ||= index > title && index < title + CART_BEHIND;
  });
  return isNear && carts <= MOST_CARTS;
}

/** Choosing among products looks like describing one. */
export function isFilter({ node, parent }: BlockElements, element: number): boolean {
  for (
    let outer = element, level = 0;
    outer !== -1 && level < FILTER_LEVELS;
    outer = parent[outer] as number, level++
  ) {
    const { id = '', class: classes = '' } = (node[outer] as LightElement).attributes;
    if (FILTER.test(classes) || FILTER.test(id)) return true;
  }
  return false;
}
