import { type LightElement, LightText } from '../../tree/light-node';
import { detach, moveChildren } from '../../tree/walk';

/** Browsers write the marks around a short quotation. */
export function quote(element: LightElement): void {
  element.insertBefore(new LightText('"'), element.firstChild);
  element.appendChild(new LightText('"'));
}

/** The marks of two codes side by side would be read as one mark between them. */
export function joinCode(code: LightElement): void {
  for (let next = code.nextSibling; next?.nodeName === 'CODE'; next = code.nextSibling) {
    moveChildren(next as LightElement, code);
    detach(next);
  }
}
