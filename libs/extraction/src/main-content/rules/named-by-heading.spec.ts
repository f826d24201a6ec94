import { openView } from '../../../test/open-view';
import { isNamedByHeading } from './named-by-heading';

const namedElements = (html: string): string[] => {
  const { view } = openView(html);
  return view.elements.node.filter((_, element) => isNamedByHeading(view, element)).map(({ localName }) => localName);
};

describe('isNamedByHeading', () => {
  it.each([
    ['a heading', '<h2 id=share>Share ¶</h2><p>a</p>', ['h2']],
    ['its section', '<section id="related_work"><h2>Related work</h2><p>a</p></section>', ['section']],
    ['no box whose heading says something else', '<div id=related><h2>More to read</h2></div>', []],
    ['no box without a heading', '<div id=share>Share</div>', []],
  ])('holds of %s', (_, html, names) => {
    expect(namedElements(html)).toEqual(names);
  });
});
