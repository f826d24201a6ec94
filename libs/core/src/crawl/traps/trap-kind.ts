import { recognizeTrap, type TrapKind } from './recognize-trap';
import { trapFamily } from './trap-family';

/** The trap that a refused URL belongs to: by itself, or as one of a family. Says nothing about whether it is refused. */
export function trapKind(url: URL): TrapKind | undefined {
  return recognizeTrap(url) ?? trapFamily(url)?.kind;
}
