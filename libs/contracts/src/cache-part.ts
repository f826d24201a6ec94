import { KeptCapture, type RenderPage } from './messages';

/** What a renderer is told about the page cache. */
export type CachePart = Pick<RenderPage, 'cache' | 'captureBody' | 'captureScreenshot' | 'keepCapture'>;

/** What a look-up has given, of which the capture is not known to be one: another release may have kept it. */
interface LookedUp {
  /** Milliseconds since 1970. */
  capturedAtMs: number;
  capture: unknown;
  /** gzip */
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

/** The part of a RenderPage that says what a look-up has given; undefined: nothing. */
export function cachePart(page: LookedUp | undefined): CachePart & Required<Pick<CachePart, 'cache'>> {
  const capture = KeptCapture.safeParse(page?.capture);
  if (page === undefined || !capture.success) return { cache: { state: 'miss' } };
  return {
    cache: { state: 'hit', capturedAt: page.capturedAtMs, capture: capture.data },
    captureBody: bytes(page.body),
    ...(page.screenshot !== null && { captureScreenshot: bytes(page.screenshot) }),
  };
}

/** The schema's own type; nothing shares memory between threads here. */
const bytes = (value: Uint8Array) => value as Uint8Array<ArrayBuffer>;
