const MIB = 1024 * 1024;
/** Limits one decoded stream. The text of a page has some 100 KB; a larger stream is a plot or a bomb. */
const MAX_STREAM_BYTES = 64 * MIB;
/**
 * Limits all decoded streams of a file together, each as often as it is decoded: flate makes a thousand bytes of one.
 */
const MAX_FILE_RATIO = 100;
const MIN_FILE_BYTES = 512 * MIB;

/** The remaining budget of the open file. One thread reads one file at a time. */
let left = 0;
let excess: string | undefined;

/** For a file of this many bytes. */
export function openDecodeBudget(fileBytes: number): void {
  left = Math.max(MIN_FILE_BYTES, MAX_FILE_RATIO * fileBytes);
  excess = undefined;
}

/** What the file has too much of, for the caller; undefined: everything wanted was decoded. */
export function decodeExcess(): string | undefined {
  return excess;
}

/** Throws when a stream exceeds its own or its file's limit. From then on nothing of the file is decoded. */
function grow(toBytes: number, byBytes: number): void {
  left -= byBytes;
  if (toBytes > MAX_STREAM_BYTES) excess ??= `a part of it unpacks to more than ${MAX_STREAM_BYTES} bytes`;
  else if (left < 0) excess ??= 'it unpacks to far more than its size';
  if (excess !== undefined) throw new RangeError(excess);
}

/** A stream of pdf.js that decodes another one. */
interface DecodeStream {
  buffer: Uint8Array;
  minBufferLength: number;
  ensureBuffer(bytes: number): Uint8Array;
}

/** Set by the constructor of every such stream, and by nothing else. */
const OWN_FIELD = '_rawMinBufferLength';

let isBound = false;

/**
 * Binds all decoding of pdf.js to the budget. pdf.js has no option for that and does not export its streams, so their
 * class is taken from the first one made: from then on a file decides how large they become.
 */
export function bindDecoders(): void {
  if (isBound) return;
  isBound = true;
  Object.defineProperty(Object.prototype, OWN_FIELD, {
    configurable: true,
    set(this: DecodeStream, value: unknown) {
      delete (Object.prototype as Record<string, unknown>)[OWN_FIELD];
      Object.defineProperty(this, OWN_FIELD, { value, writable: true, enumerable: true, configurable: true });
      bindStream(this);
    },
  });
  bindNativeDecoder();
}

function bindStream(stream: DecodeStream): void {
  let prototype: DecodeStream | undefined;
  // Streams of pictures override the method with one that does nothing; the common class is the last that has it.
  for (let at: DecodeStream = Object.getPrototypeOf(stream); at !== null; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, 'ensureBuffer')) prototype = at;
  }
  if (prototype === undefined) return;
  const { ensureBuffer } = prototype;
  prototype.ensureBuffer = function (this: DecodeStream, bytes: number): Uint8Array {
    const { byteLength } = this.buffer;
    if (bytes > byteLength) {
      // Grows as pdf.js does: by doubling, from a length that the file may have stated.
      let grown = this.minBufferLength;
      while (grown < bytes) grown *= 2;
      grow(grown, grown - byteLength);
    }
    return ensureBuffer.call(this, bytes);
  };
}

/** The runtime unpacks page contents where it can; what it refuses, pdf.js tries itself. */
function bindNativeDecoder(): void {
  const Native = globalThis.DecompressionStream;
  globalThis.DecompressionStream = class extends Native {
    private readonly counted: ReadableStream;

    constructor(format: ConstructorParameters<typeof Native>[0]) {
      super(format);
      let bytes = 0;
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          grow(bytes, chunk.byteLength);
          controller.enqueue(chunk);
        },
      });
      this.counted = super.readable.pipeThrough(count);
    }

    override get readable(): ReadableStream {
      return this.counted;
    }
  } as typeof Native;
}
