import { isInlined, MAX_URL_LENGTH } from '../../page/base-url';
import { isFontIcon } from '../../sites/material-icons';
import { isPhpbbSelectLink } from '../../sites/phpbb';
import { isRedditFold } from '../../sites/reddit';
import { isHiddenShopifyPrice } from '../../sites/shopify';
import { isWooCommercePriceNote } from '../../sites/woocommerce';
import { isXenForoFold } from '../../sites/xenforo';
import type { LightElement } from '../../tree/light-node';
import { isFormulaScript } from '../../tree/unread-elements';
import { isBlankImage } from './blank-images';
import { REMOVED_ELEMENTS } from './blocks';
import { isMissingImage } from './missing-images';
import { isOverlayOfCard } from './overlay-links';
import { isAnchorLink } from './prepare-links';
import { isRedundantAriaHiddenText } from './redundant-aria-hidden-text';
import { isRedundantScreenReaderText } from './redundant-screen-reader-text';
import { isRepeatedImage } from './repeated-images';
import { isResponsiveDuplicate } from './responsive-duplicates';
import { isTaskMark } from './task-marks';

type Test = (element: LightElement, root: LightElement, pageUrl: string) => boolean;

/** Removed with their content, by node name; tested in order. */
const REMOVED = new Map<string, Test[]>([
  ['INPUT', [(input) => !isTaskMark(input)]],
  ['IMG', [isBlankImage, isMissingImage, hasNoUrl, isRepeatedImage]],
  [
    'SPAN',
    [
      isRedundantAriaHiddenText,
      isResponsiveDuplicate,
      isFontIcon,
      isRedundantScreenReaderText,
      isHiddenShopifyPrice,
      isWooCommercePriceNote,
    ],
  ],
  ['DIV', [isRedundantAriaHiddenText, isResponsiveDuplicate, isXenForoFold, isHiddenShopifyPrice]],
  ['LI', [isHiddenShopifyPrice]],
  ['TIME', [isResponsiveDuplicate]],
  ['I', [isFontIcon]],
  ['MAT-ICON', [isFontIcon]],
  [
    'A',
    [
      isRedditFold,
      isPhpbbSelectLink,
      (link, _, pageUrl) => isAnchorLink(link, pageUrl),
      (link, _, pageUrl) => isOverlayOfCard(link, pageUrl),
    ],
  ],
]);

/** Whether an element is left out of the markdown. */
export function isRemoved(element: LightElement, root: LightElement, pageUrl: string): boolean {
  if (REMOVED_ELEMENTS.has(element.nodeName)) return !isFormulaScript(element);
  return REMOVED.get(element.nodeName)?.some((test) => test(element, root, pageUrl)) === true;
}

function hasNoUrl(image: LightElement): boolean {
  const source = image.getAttribute('src') ?? '';
  return source === '' || (source.length > MAX_URL_LENGTH && !isInlined(source));
}
