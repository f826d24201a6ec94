import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy, { type Busboy, type FileInfo } from 'busboy';
import { ApiError, refuseField } from '../errors/api-error';
import { REQUIRED } from '../errors/describe-fault';
import { cut } from '../errors/wording';
import type { BodyReservation } from './body-memory';
import { badBody, readChunks } from './receive-body';
import { UploadedFile } from './uploaded-file';

const MIB = 1024 * 1024;
export const MAX_UPLOAD_BYTES = 50 * MIB;
/** A specification has at most 512 Ki characters. */
const MAX_OPTIONS_BYTES = MIB;
/** The file, its options, and parts without a Content-Disposition, which are skipped. */
const MAX_PARTS = 10;
const MAX_NAME_CHARS = 100;
const MAX_FILE_NAME_CHARS = 255;
const DEFAULT_FILE_NAME = 'upload';

interface Upload {
  file: UploadedFile;
  /** JSON; undefined without the part. */
  options: string | undefined;
}

/**
 * Receives a multipart form with the part `file` and the optional part `options`. Stops reading at the first fault.
 * @throws ApiError 400 for another form, 413 for a file above `maxFileBytes`, and errors of `reservation`
 */
export async function receiveUpload(
  request: IncomingMessage,
  { reservation, maxFileBytes }: { reservation: BodyReservation; maxFileBytes: number },
): Promise<Upload> {
  const tooLarge = () =>
    new ApiError(413, `The file is larger than ${maxFileBytes / MIB} MiB`, { code: 'BAD_REQUEST' });
  const parser = openParser(request);
  const form = new FormParts(maxFileBytes, tooLarge);
  const parsed = form.readFrom(parser);
  // Handled where it is awaited; a fault while the body is read is thrown by the next chunk.
  parsed.catch(() => undefined);
  try {
    const limits = { reservation, maxBytes: maxFileBytes + MAX_OPTIONS_BYTES, tooLarge };
    await readChunks(request, limits, (chunk) => {
      parser.write(chunk);
      form.throwFault();
    });
    parser.end();
    await parsed;
    return form.finish(reservation.release);
  } finally {
    parser.destroy();
  }
}

function openParser({ headers }: IncomingMessage): Busboy {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    throw badBody('Send a form with Content-Type: multipart/form-data and the parts file and options');
  }
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: { fieldNameSize: MAX_NAME_CHARS, fieldSize: MAX_OPTIONS_BYTES, parts: MAX_PARTS },
    });
  } catch {
    throw badBody('The Content-Type multipart/form-data has no valid boundary');
  }
}

/** The parts received so far, and the first fault. */
class FormParts {
  private fault: ApiError | undefined;
  private fileInfo: FileInfo | undefined;
  private options: Buffer[] | undefined;
  private readonly file: Buffer[] = [];

  constructor(
    private readonly maxFileBytes: number,
    private readonly tooLarge: () => ApiError,
  ) {}

  /** @throws ApiError of the form */
  readFrom(parser: Busboy): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (error: ApiError) => {
        this.fault ??= error;
        reject(this.fault);
      };
      const attempt = (read: () => void) => {
        try {
          read();
        } catch (error) {
          refuse(error as ApiError);
        }
      };
      parser.on('file', (name, stream, info) => attempt(() => this.beginFile(name, stream, info, refuse)));
      parser.on('field', (name, value, { valueTruncated }) =>
        attempt(() => this.takeField(name, value, valueTruncated)),
      );
      parser.on('partsLimit', () => refuse(badBody(`The form has more than ${MAX_PARTS} parts`)));
      parser.on('error', (error) =>
        refuse(badBody(`The form is malformed: ${error instanceof Error ? error.message : 'unknown error'}`)),
      );
      parser.on('close', resolve);
    });
  }

  throwFault(): void {
    if (this.fault !== undefined) throw this.fault;
  }

  /** @throws ApiError 400 without a file */
  finish(free: () => void): Upload {
    if (this.fileInfo === undefined) throw refuseField(['file'], REQUIRED);
    const bytes = Buffer.concat(this.file.splice(0));
    if (bytes.length === 0) throw refuseField(['file'], 'Must not be empty');
    const { filename, mimeType } = this.fileInfo;
    return {
      file: new UploadedFile(bytes, safeName(filename), mimeType, free),
      options: this.options && Buffer.concat(this.options).toString('utf8'),
    };
  }

  private beginFile(name: string, stream: Readable, info: FileInfo, refuse: (error: ApiError) => void): void {
    stream.on('error', () => undefined);
    if (name === 'options') {
      this.refuseRepeated(name, this.options);
      this.options = [];
      collect(stream, this.options, MAX_OPTIONS_BYTES, () => refuse(optionsTooLarge()));
      return;
    }
    if (name !== 'file') throw unknownPart(name);
    this.refuseRepeated(name, this.fileInfo);
    this.fileInfo = info;
    collect(stream, this.file, this.maxFileBytes, () => refuse(this.tooLarge()));
  }

  private takeField(name: string, value: string, isTruncated: boolean): void {
    if (name === 'file') throw refuseField(['file'], 'Must be a file: send the part with a filename');
    if (name !== 'options') throw unknownPart(name);
    this.refuseRepeated(name, this.options);
    if (isTruncated) throw optionsTooLarge();
    this.options = [Buffer.from(value)];
  }

  private refuseRepeated(name: string, earlier: unknown): void {
    if (earlier !== undefined) throw refuseField([name], 'Must not be repeated: send one file in each request');
  }
}

function collect(stream: Readable, chunks: Buffer[], maxBytes: number, refuse: () => void): void {
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else refuse();
  });
}

const optionsTooLarge = () => refuseField(['options'], `Must have at most ${MAX_OPTIONS_BYTES} bytes`);

/** @param name undefined in spite of its type in busboy: a part may have none */
const unknownPart = (name: string | undefined) =>
  name === undefined
    ? badBody('A part of the form has no name. Use the parts file and options')
    : refuseField([cut(name, MAX_NAME_CHARS)], 'Unrecognized part. Use the parts file and options');

/** Without control characters, which cannot be stored. */
function safeName(name: string | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const safe = (name ?? '').replace(/[\u0000-\u001f\u007f]/g, '').trim();
  return cut(safe === '' ? DEFAULT_FILE_NAME : safe, MAX_FILE_NAME_CHARS);
}
