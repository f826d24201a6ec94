import { isInOtherScript } from './is-in-other-script';
import { isCalledArticle } from './page-hints';
import type { PageView } from './page-view';
import type { CutSettings } from './scoring/model-format';

/** A page that sells something says much beside it: ratings, offers, what others have bought. */
const OF_PRODUCT = 1.25;
/** What lists entries, offers a service or holds a thread is cut off too early by what is right for an article. */
const OF_OTHERS = 0.9;

/**
 * The cut for pages of all kinds, bent by what the page says it is. `sells`: one product or many. In scripts in
 * which the scorer doubts most, nothing is kept that is doubted more.
 */
export function cutOfPage(cut: CutSettings, { blocks, hints }: PageView, sells: boolean): CutSettings {
  if (sells) return { ...cut, share: cut.share * OF_PRODUCT };
  if (isCalledArticle(hints) || isInOtherScript(blocks)) return cut;
  return { ...cut, share: cut.share * OF_OTHERS };
}
