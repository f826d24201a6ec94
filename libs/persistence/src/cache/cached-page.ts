import { hash } from 'node:crypto';
import {
  type CacheAudience,
  type CachedVariant,
  type CacheQuestion,
  type CaptureKind,
  cacheKey,
} from '@orbweaver/core';

export interface CachedPageId {
  key: string;
  look: CaptureKind;
  verified: boolean;
  succeeded: boolean;
}

export interface NewCachedPage extends CachedPageId {
  /** The key for the other audience: a success resets its failures too. */
  otherKey?: string;
  url: string;
  isPdf: boolean;
  capturedAt: Date;
  capture: object;
  /** Packed by the renderer. Absent: a failure that is only counted. */
  body?: Uint8Array;
  screenshot?: Uint8Array;
}

export interface FoundCachedPage extends CachedPageId, CachedVariant {
  withScreenshot: boolean;
  bytes: number;
}

export interface CachedPage {
  id: string;
  capturedAtMs: number;
  capture: unknown;
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

export function cacheKeyHash(question: CacheQuestion, audience: CacheAudience): string {
  return hash('sha256', cacheKey(question, audience));
}

export function captureId({ key, look, verified, succeeded, capturedAtMs }: CachedPageId & CachedVariant): string {
  return [key, look, verified, succeeded, capturedAtMs].join(' ');
}
