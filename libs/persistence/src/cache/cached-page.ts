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

/** A capture to be stored. */
export interface NewCachedPage extends CachedPageId {
  /** The same page's key for the other audience: a success resets the count of failures there too. */
  otherKey?: string;
  url: string;
  isPdf: boolean;
  capturedAt: Date;
  capture: object;
  /** Packed by the renderer; absent: a failure that is only counted. */
  body?: Uint8Array;
  /** A PNG file. */
  screenshot?: Uint8Array;
}

/** A cached capture that answers a question, and what must be read for it. */
export interface FoundCachedPage extends CachedPageId, CachedVariant {
  /** Whether the screenshot is wanted. */
  withScreenshot: boolean;
  /** Size of body and screenshot, wanted or not. */
  bytes: number;
}

export interface CachedPage {
  /** Identifies this very capture: no other has the same. */
  id: string;
  capturedAtMs: number;
  /** A CachedCapture. */
  capture: unknown;
  /** As the renderer packed it. */
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

/** The key of a page's captures. SHA-256, hex. */
export function cacheKeyHash(question: CacheQuestion, audience: CacheAudience): string {
  return hash('sha256', cacheKey(question, audience));
}

export function captureId({ key, look, verified, succeeded, capturedAtMs }: CachedPageId & CachedVariant): string {
  return [key, look, verified, succeeded, capturedAtMs].join(' ');
}
