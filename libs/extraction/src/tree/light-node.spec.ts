import fc from 'fast-check';
import { LightElement, LightText } from './light-node';

describe('LightElement', () => {
  it('keeps its attributes in their order through any changes', () => {
    const element = new LightElement('p', ['id', 'a', 'class', 'b']);
    element.setAttribute('id', 'c');
    element.setAttribute('title', 'd');
    element.removeAttribute('class');
    element.removeAttribute('style');
    expect(element.attributes).toEqual([
      ['id', 'c'],
      ['title', 'd'],
    ]);
    expect([element.getAttribute('id'), element.getAttribute('class')]).toEqual(['c', null]);
    const copy = element.copyAs('div');
    copy.setAttribute('id', 'e');
    expect([copy.localName, copy.getAttribute('title'), element.getAttribute('id')]).toEqual(['div', 'd', 'c']);
  });

  it('keeps its children linked through any changes', () => {
    const commands = fc.array(fc.tuple(fc.constantFrom('append', 'insert', 'remove'), fc.nat(20)), { maxLength: 60 });
    fc.assert(
      fc.property(commands, (steps) => {
        const parent = new LightElement('div');
        const model: LightText[] = [];
        steps.forEach(([step, at], index) => {
          const text = new LightText(String(index));
          const position = model.length === 0 ? 0 : at % model.length;
          if (step === 'append') {
            parent.appendChild(text);
            model.push(text);
          } else if (step === 'insert') {
            parent.insertBefore(text, model[position] ?? null);
            model.splice(position, 0, text);
          } else if (model.length > 0) {
            parent.removeChild(model[position] as LightText);
            model.splice(position, 1);
          }
        });
        expect(parent.childNodes).toEqual(model);
        const backwards = [];
        for (let node = parent.lastChild; node !== null; node = node.previousSibling) backwards.unshift(node);
        expect(backwards).toEqual(model);
      }),
    );
  });
});
