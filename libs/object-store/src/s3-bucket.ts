import type { SecureContext } from 'node:tls';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StoreUnavailableError } from '@orbweaver/core';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { bounded } from './bounded';
import { md5OfBody } from './md5-of-body';
import type { ObjectStoreAddress } from './object-store-url';

export type BucketOperation = 'put' | 'get' | 'list' | 'delete' | 'probe';
type BucketOutcome = 'ok' | 'missing' | 'failed';

export interface BucketRequest {
  operation: BucketOperation;
  outcome: BucketOutcome;
  seconds: number;
}

export interface S3BucketOptions {
  concurrency: number;
  /** Keys per list and delete request. Default 1000, the protocol's maximum. */
  stepKeys?: number;
  /** Trusted certificate authorities. Default: Node's. */
  secureContext?: SecureContext | undefined;
  onRequest?: (request: BucketRequest) => void;
}

const CONNECT_TIMEOUT_MS = 2_000;
const SILENCE_TIMEOUT_MS = 10_000;
/** Limit for all attempts of a request. */
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;
const STEP_KEYS = 1_000;

const WRONG_SETTING = new Map(
  Object.entries({
    NoSuchBucket: 'the bucket does not exist; create it',
    AccessDenied:
      'access denied: the key needs s3:ListBucket and s3:GetObject, for results also s3:PutObject and s3:DeleteObject',
    InvalidAccessKeyId: 'unknown access key',
    SignatureDoesNotMatch: 'wrong secret for the access key',
    InvalidBucketName: 'invalid bucket name',
    PermanentRedirect: 'the bucket is in another region; set ?region=',
    AuthorizationHeaderMalformed: 'the bucket is in another region; set ?region=',
  }),
);

/** S3 bucket client that uses only the five operations supported by all stores. */
export class S3Bucket {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** Limits concurrency outside the SDK, whose timeouts include the wait for a connection. */
  private readonly inTurn: ReturnType<typeof bounded>;

  constructor(
    address: ObjectStoreAddress,
    private readonly options: S3BucketOptions,
  ) {
    this.bucket = address.bucket;
    this.inTurn = bounded(options.concurrency);
    this.client = new S3Client({
      endpoint: address.endpoint,
      region: address.region,
      ...(address.credentials === undefined ? {} : { credentials: address.credentials }),
      // Bucket host names need DNS and certificates, which most in-cluster stores lack.
      forcePathStyle: true,
      maxAttempts: MAX_ATTEMPTS,
      // Objects are verified by SHA-256, and older stores lack trailing checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: new NodeHttpHandler({
        connectionTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        httpAgent: { maxSockets: options.concurrency, keepAlive: true },
        httpsAgent: { maxSockets: options.concurrency, keepAlive: true, secureContext: options.secureContext },
      }),
    });
    md5OfBody(this.client);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const object = { Bucket: this.bucket, Key: key, Body: bytes, ContentType: 'application/gzip' };
    await this.request('put', (signal) => this.client.send(new PutObjectCommand(object), { abortSignal: signal }));
  }

  get(key: string): Promise<Uint8Array | undefined> {
    return this.request('get', async (signal) => {
      const object = { Bucket: this.bucket, Key: key };
      try {
        const { Body } = await this.client.send(new GetObjectCommand(object), { abortSignal: signal });
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  async firstKey(folder: string, after: string): Promise<string | undefined> {
    const { Contents = [] } = await this.list({ Prefix: folder, StartAfter: after, MaxKeys: 1 });
    return Contents[0]?.Key;
  }

  async listKeys(folder: string): Promise<string[]> {
    const { Contents = [] } = await this.list({ Prefix: folder, MaxKeys: this.options.stepKeys ?? STEP_KEYS });
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  /** Deletes up to `stepKeys` keys; missing ones count as deleted. */
  async deleteKeys(keys: readonly string[]): Promise<void> {
    const objects = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    const { Errors = [] } = await this.request('delete', (signal) =>
      this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete: objects }), { abortSignal: signal }),
    );
    if (Errors.length > 0) throw new StoreUnavailableError(`objects were not deleted: ${Errors[0]?.Code}`);
  }

  async probe(): Promise<void> {
    await this.request('probe', (signal) =>
      this.client.send(new HeadBucketCommand({ Bucket: this.bucket }), { abortSignal: signal }),
    );
  }

  /**
   * Tries the operations of the process. Returns the problem with the settings, or undefined.
   * @throws StoreUnavailableError
   */
  async check({ prefix, writes }: { prefix: string; writes: boolean }): Promise<string | undefined> {
    try {
      await this.list({ Prefix: prefix, MaxKeys: 1 });
      if (writes) await this.put(`${prefix}written-at-start`, new Uint8Array());
      return undefined;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const advice = cause instanceof Error ? WRONG_SETTING.get(cause.name) : undefined;
      if (advice === undefined) throw error;
      return advice;
    }
  }

  close(): void {
    this.client.destroy();
  }

  private list(what: { Prefix: string; MaxKeys: number; StartAfter?: string }) {
    return this.request('list', (signal) =>
      this.client.send(new ListObjectsV2Command({ Bucket: this.bucket, ...what }), { abortSignal: signal }),
    );
  }

  private async request<T>(operation: BucketOperation, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const report = (outcome: BucketOutcome) =>
      this.options.onRequest?.({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 });
    try {
      const answer = await this.inTurn(() => send(AbortSignal.timeout(REQUEST_TIMEOUT_MS)));
      report(answer === undefined ? 'missing' : 'ok');
      return answer;
    } catch (error) {
      report('failed');
      const reason = error instanceof Error ? reasonOf(error) : 'unknown';
      throw new StoreUnavailableError(`object store request failed (${operation}: ${reason})`, { cause: error });
    }
  }
}

/** The error name of the store, or the code of a failed connection such as `ECONNREFUSED`. */
const reasonOf = (error: Error & { code?: string }): string =>
  error.name === 'Error' && error.code !== undefined ? error.code : error.name;
