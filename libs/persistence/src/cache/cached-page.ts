import { hash } from 'node:crypto';
import {
  type CacheAudience,
  type CachedVariant,
  type CacheQuestion,
  type CaptureKind,
  cacheKey,
} from '@orbweaver/core';

/** Identifies a row of the page cache. */
export interface CachedPageId {
  /** SHA-256 of the cache key, hex. */
  key: string;
  look: CaptureKind;
  verified: boolean;
  succeeded: boolean;
}

/** What is written down of a page. */
export interface NewCachedPage extends CachedPageId {
  /** Of the same page for the other audience: a success ends the count of failures there too. */
  otherKey?: string;
  url: string;
  isPdf: boolean;
  capturedAt: Date;
  capture: object;
  /** gzip; absent: a failure that is only counted. */
  body?: Uint8Array;
  /** A PNG file. */
  screenshot?: Uint8Array;
}

/** A kept look that answers a question, and how much is to be read for it. */
export interface FoundCachedPage extends CachedPageId, CachedVariant {
  /** Whether the screenshot is wanted. */
  withScreenshot: boolean;
  /** Of body and screenshot, wanted or not. */
  bytes: number;
}

export interface CachedPage {
  /** Of what was captured then: equal for no other page. */
  id: string;
  capturedAtMs: number;
  /** A KeptCapture. */
  capture: unknown;
  /** gzip */
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

/** Under which the looks at a page are kept. SHA-256, hex. */
export function cacheKeyHash(question: CacheQuestion, audience: CacheAudience): string {
  return hash('sha256', cacheKey(question, audience));
}

export function captureId({ key, look, verified, succeeded, capturedAtMs }: CachedPageId & CachedVariant): string {
  return [key, look, verified, succeeded, capturedAtMs].join(' ');
}
