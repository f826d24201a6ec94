import { markOf, type PageDocument, type PageMapped, type PageOutcome, type RenderPage } from '@orbweaver/contracts';
import {
  backoff,
  type Clock,
  findFormat,
  needsModel,
  type PageFailure,
  retryAdvice,
  retryLimits,
  retryWaits,
  siteDomain,
} from '@orbweaver/core';
import { MessageTooLargeError, type Publisher } from '@orbweaver/messaging';
import type { EventLog } from '@orbweaver/platform';
import { priorityOf } from '../bounds/slots';
import { pause } from '../bounds/until';
import type { PageResult } from '../page/page-result';

/** Maximum length of all outlinks of one page: an outcome must fit into a message. */
const MAX_OUTLINK_CHARS = 8 * 1024 * 1024;
const MAX_TITLE_CHARS = 1000;

const TOO_LARGE: PageFailure = {
  reason: 'too-large',
  message: 'The document exceeds the message size limit (64 MiB). Request fewer formats.',
};

/** Time between two requests with documents of jobs. At 20 pages per second a page shares its request with three others. */
const LINGER_MS = 200;

type DocumentTopic = 'documentsInteractive' | 'documentsBulk' | 'enrichmentInteractive' | 'enrichmentBulk';
type ResultTopic = DocumentTopic | 'pageOutcomes' | 'mapWork';

export interface ResultPublisherOptions {
  publisher: Publisher;
  log: EventLog;
  clock: Clock;
  stop: AbortSignal;
  /** Whether pages wait for a thread. Then the time until a job gets a result does not limit its speed. */
  isSaturated(): boolean;
}

/**
 * Sends the document to results and then the outcome to the frontier: links of a page whose document is lost are not
 * followed.
 */
export class ResultPublisher {
  constructor(private readonly options: ResultPublisherOptions) {}

  async publish(message: RenderPage, result: PageResult): Promise<PageResult> {
    if (message.mapId !== undefined) {
      await this.send(message, 'mapWork', message.mapId, mappedPage(message, message.mapId, result));
      return result;
    }
    if (message.kind === 'scrape') {
      const sent = await this.sendDocument(message, result);
      return sent === 'too-large' ? this.publish(message, failed(result)) : result;
    }
    // The frontier decides whether a failure is final and then publishes it to results.
    const hasDocument = result.kind === 'done' && result.content !== undefined;
    const isTooLarge = hasDocument && (await this.sendDocument(message, result)) === 'too-large';
    const published = isTooLarge ? failed(result) : result;
    await this.send(message, 'pageOutcomes', siteDomain(new URL(message.url)), outcomeOf(message, published));
    return published;
  }

  /** Sends the document, without the fields for the page cache if they exceed the message size limit. */
  private async sendDocument(message: RenderPage, result: PageResult): Promise<'sent' | 'too-large'> {
    const document = documentOf(message, result, this.options.clock().getTime());
    if (document === undefined) return 'sent';
    try {
      await this.send(message, topicOf(message, result), message.pageId, document);
      return 'sent';
    } catch (error) {
      if (!(error instanceof MessageTooLargeError) || result.kind !== 'done') throw error;
      const { keep, ...rest } = result;
      return keep === undefined ? 'too-large' : this.sendDocument(message, rest);
    }
  }

  /** Documents of one request are acknowledged together, so that their outcomes share a request without waiting. */
  private lingerMs(page: RenderPage, topic: ResultTopic): number {
    const mayWait = topic !== 'pageOutcomes' && priorityOf(page) === 'bulk' && this.options.isSaturated();
    return mayWait ? LINGER_MS : 0;
  }

  private async send<T extends ResultTopic>(
    page: RenderPage,
    topic: T,
    key: string,
    message: Parameters<typeof this.options.publisher.publish<T>>[2],
  ): Promise<void> {
    const { publisher, log, stop } = this.options;
    const giveUpAt = performance.now() + retryLimits.publishingMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await publisher.publish(topic, key, message, { lingerMs: this.lingerMs(page, topic) });
      } catch (error) {
        const delayMs = backoff(attempt, retryWaits.publishing);
        if (retryAdvice(error) === 'never' || stop.aborted || performance.now() + delayMs > giveUpAt) throw error;
        log.warn('publish-failed', { topic, pageId: page.pageId, jobId: page.jobId, retryInMs: delayMs }, error);
        await pause(delayMs, stop);
      }
    }
  }
}

const failed = ({ engine }: PageResult): PageResult => ({ kind: 'failed', engine, failure: TOO_LARGE });

function topicOf({ kind, spec, zeroDataRetention }: RenderPage, result: PageResult): DocumentTopic {
  const lane = kind === 'scrape' ? 'Interactive' : 'Bulk';
  const forModel = result.kind === 'done' && !zeroDataRetention && needsModel(spec);
  return forModel ? `enrichment${lane}` : `documents${lane}`;
}

function documentOf(message: RenderPage, result: PageResult, renderedAt: number): PageDocument | undefined {
  const { pageId, jobId, teamId, epoch, url, sourceUrl, depth } = message;
  const page = {
    type: 'PageDocument' as const,
    pageId,
    jobId,
    teamId,
    epoch,
    url,
    sourceUrl,
    depth,
    renderedAt,
    ...markOf(message),
  };
  if (result.kind === 'failed') return { ...page, result: { kind: 'failed', failure: result.failure } };
  if (result.kind !== 'done') return undefined;
  const { metadata, engine, jsonBytes, content, keep } = result;
  return {
    ...page,
    ...trackingOf(message, result.frames),
    ...fingerprintOf(message, result.frames),
    result: { kind: 'done', metadata, engine, jsonBytes },
    content: content as Uint8Array<ArrayBuffer> | undefined,
    ...(keep && {
      capture: keep.capture,
      ...(keep.body && { captureBody: keep.body as Uint8Array<ArrayBuffer> }),
      ...(keep.screenshot && { captureScreenshot: keep.screenshot as Uint8Array<ArrayBuffer> }),
    }),
  };
}

/** The comparison is made by results, which has the previous version. */
function trackingOf(
  { spec, hidden, crawl, zeroDataRetention }: RenderPage,
  frames: string[] = [],
): Pick<PageDocument, 'changeTracking'> {
  const format = findFormat(spec, 'changeTracking');
  if (format === undefined || zeroDataRetention) return {};
  const { modes, tag } = format;
  return {
    changeTracking: {
      modes,
      tag,
      ...(hidden ? { hidden } : {}),
      ...(crawl === undefined ? {} : { dedup: crawl.dedup }),
      ...(frames.length > 0 ? { frames } : {}),
    },
  };
}

/** Results computes the fingerprint, because formats of the language model may be added. */
function fingerprintOf(
  { spec, zeroDataRetention }: RenderPage,
  frames: string[] = [],
): Pick<PageDocument, 'fingerprint'> {
  if (spec.fingerprint !== true || zeroDataRetention) return {};
  return { fingerprint: frames.length > 0 ? { frames } : {} };
}

function outcomeOf(message: RenderPage, result: PageResult): PageOutcome {
  const { pageId, jobId, epoch, url } = message;
  const page = { type: 'PageOutcome' as const, pageId, jobId, epoch, ...markOf(message) };
  switch (result.kind) {
    case 'done': {
      const outcome = { kind: 'done' as const, statusCode: result.metadata.statusCode };
      return { ...page, outcome, finalUrl: result.finalUrl, outlinks: bounded(result.outlinks) };
    }
    case 'redirected':
      return {
        ...page,
        outcome: { kind: 'redirected', finalUrl: result.finalUrl },
        finalUrl: result.finalUrl,
        outlinks: [],
      };
    case 'deferred':
      return {
        ...page,
        outcome: { kind: 'deferred', retryAfterMs: result.retryAfterMs },
        finalUrl: result.finalUrl,
        outlinks: [],
      };
    case 'returned':
      return {
        ...page,
        outcome: { kind: 'deferred', retryAfterMs: result.retryAfterMs, returned: true },
        finalUrl: url,
        outlinks: [],
      };
    case 'failed':
      return {
        ...page,
        outcome: { kind: 'failed', failure: boundedFailure(result.failure) },
        finalUrl: url,
        outlinks: [],
      };
  }
}

function mappedPage({ pageId }: RenderPage, mapId: string, result: PageResult): PageMapped {
  const page = { type: 'PageMapped' as const, mapId, pageId };
  switch (result.kind) {
    case 'done': {
      const { title, description, statusCode } = result.metadata;
      const outlinks = bounded(result.outlinks);
      return {
        ...page,
        result: {
          kind: 'done',
          statusCode,
          finalUrl: result.finalUrl,
          ...(typeof title === 'string' ? { title: title.slice(0, MAX_TITLE_CHARS) } : {}),
          ...(typeof description === 'string' ? { description: description.slice(0, MAX_TITLE_CHARS) } : {}),
          outlinks,
          linkTexts: (result.linkTexts ?? []).slice(0, outlinks.length),
        },
      };
    }
    case 'failed':
      return { ...page, result: { kind: 'failed', failure: boundedFailure(result.failure) } };
    case 'redirected':
      return { ...page, result: { kind: 'deferred', retryAfterMs: 0 } };
    default:
      return { ...page, result: { kind: 'deferred', retryAfterMs: result.retryAfterMs } };
  }
}

function bounded(outlinks: string[]): string[] {
  let chars = 0;
  const end = outlinks.findIndex((link) => {
    chars += link.length;
    return chars > MAX_OUTLINK_CHARS;
  });
  return end < 0 ? outlinks : outlinks.slice(0, end);
}

/** Error messages of scripts may have any length. */
function boundedFailure(failure: PageFailure): PageFailure {
  return { ...failure, message: failure.message.slice(0, 2_000) };
}
