import fc from 'fast-check';
import { LightElement, LightText } from './light-node';

describe('LightElement', () => {
  it('preserves the order of attributes through any changes', () => {
    const name = fc.constantFrom('id', 'class', 'title', '__proto__', 'constructor');
    const steps = fc.array(fc.tuple(fc.constantFrom('set', 'remove'), name, fc.string()), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (changes) => {
        const element = new LightElement('p');
        const model = new Map<string, string>();
        for (const [step, attribute, value] of changes) {
          if (step === 'set') {
            element.setAttribute(attribute, value);
            model.set(attribute, value);
          } else {
            element.removeAttribute(attribute);
            model.delete(attribute);
          }
        }
        expect(element.attributes).toEqual([...model]);
        expect(element.getAttribute('id')).toBe(model.get('id') ?? null);
      }),
    );
  });

  it('copies attributes independently', () => {
    const element = new LightElement('p', ['id', 'a']);
    const copy = element.copyAs('div');
    copy.setAttribute('id', 'b');
    expect([copy.localName, copy.getAttribute('id'), element.getAttribute('id')]).toEqual(['div', 'b', 'a']);
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
