import type { LightElement } from '../../tree/light-node';
import { elementsNamed } from '../../tree/noted-elements';
import { textOf } from '../../tree/walk';

/** Characters of a URL and of a script that are checked. */
const MAX_ADDRESS = 1000;
const MAX_SCRIPT = 20_000;

/** Whether the page renders TeX between `\\(…\\)` with MathJax or KaTeX. */
export function hasFormulaScript(root: LightElement): boolean {
  return elementsNamed(root, 'script').some(setsFormulas);
}

function setsFormulas(script: LightElement): boolean {
  const source = script.getAttribute('src');
  if (source !== null) return /mathjax|katex/i.test(source.slice(0, MAX_ADDRESS));
  return /\bMathJax\b|\brenderMathInElement\b/.test(textOf(script).slice(0, MAX_SCRIPT));
}
