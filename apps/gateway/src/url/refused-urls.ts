import { type ApiError, inSentences, refuse, type WireIssue } from '../errors/api-error';
import type { HostRefusal, UrlProblem } from './read-url';

/** How many are told, with the reason of each. A batch may have half a million. */
const MAX_TOLD = 20;

const closedHost = { status: 403, code: 'UNSUPPORTED_SITE' } as const;

/** The URLs of one request that are refused: all are counted, and the first are kept with their reasons. */
export class RefusedUrls {
  /** Those that are refused for their host, by cause. */
  readonly byHost: Record<HostRefusal['cause'], number> = { closed: 0, 'not-public': 0 };
  /** The first of them. */
  firstHost?: HostRefusal;
  private counted = 0;
  private readonly told: WireIssue[] = [];

  get count(): number {
    return this.counted;
  }

  /** `path`: where in the request the URL stands. */
  add(path: (string | number)[], { explain, refusal }: UrlProblem): this {
    this.counted += 1;
    if (this.told.length < MAX_TOLD) this.told.push({ code: 'custom', message: explain(), path });
    if (refusal !== undefined) {
      this.byHost[refusal.cause] += 1;
      this.firstHost ??= refusal;
    }
    return this;
  }

  /** 400 for invalid URLs, 403 when all of them are on hosts that the operator has closed. */
  toError(): ApiError {
    const more = this.counted - this.told.length;
    const lead = more === 0 ? '' : `${this.counted} URLs are refused, the first of them: `;
    return refuse(this.told, lead, this.byHost.closed === this.counted ? closedHost : undefined);
  }

  /** 400 for a list of which no URL is left. */
  toErrorOfAll(): ApiError {
    const all = this.counted === 1 ? '' : `, all ${this.counted} are refused`;
    return refuse([{ code: 'custom', message: `No valid URLs provided${all}`, path: ['urls'] }, ...this.told]);
  }

  /** For an answer to a request that goes on without them. */
  toWarning(): string {
    const lead = this.counted === 1 ? '1 URL is left out' : `${this.counted} URLs are left out`;
    return `${lead}, see invalidURLs. ${inSentences(this.told, { total: this.counted, elsewhere: '' })}`;
  }
}
