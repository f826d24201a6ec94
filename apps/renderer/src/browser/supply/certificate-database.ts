import { createHash, X509Certificate } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Attributes and values of PKCS #11 and NSS, by which NSS names its columns in hexadecimal. */
const CLASS = 'a0';
const ON_TOKEN = 'a1';
const PRIVATE = 'a2';
const LABEL = 'a3';
const VALUE = 'a11';
const CERTIFICATE_TYPE = 'a80';
const ISSUER = 'a81';
const SERIAL_NUMBER = 'a82';
const SUBJECT = 'a101';
const ID = 'a102';
const MODIFIABLE = 'a170';
const TRUST_SERVER = 'ace536358';
const TRUST_CLIENT = 'ace536359';
const TRUST_CODE = 'ace53635a';
const TRUST_EMAIL = 'ace53635b';
const TRUST_STEP_UP = 'ace536360';
const SHA1 = 'ace5363b4';
const MD5 = 'ace5363b5';

const CERTIFICATE = Buffer.from('00000001', 'hex');
const TRUST = Buffer.from('ce534353', 'hex');
const TRUSTED_DELEGATOR = Buffer.from('ce534352', 'hex');
const MUST_VERIFY = Buffer.from('ce534353', 'hex');
const X509 = Buffer.alloc(4);
const YES = Buffer.from([1]);
const NO = Buffer.from([0]);

/** The columns that NSS 3.87 creates. NSS adds missing ones. */
const COLUMNS = `
  a0 a1 a2 a3 a10 a11 a12 a80 a81 a82 a83 a84 a85 a86 a87 a88 a89 a8a a8b a90 a100 a101 a102 a103 a104 a105 a106 a107
  a108 a109 a10a a10b a10c a110 a111 a120 a121 a122 a123 a124 a125 a126 a127 a128 a129 a130 a131 a132 a133 a134 a160
  a161 a162 a163 a164 a165 a166 a170 a180 a181 a200 a201 a202 a210 a300 a301 a302 a400 a401 a402 a403 a404 a405 a406
  a480 a481 a482 a500 a501 a502 a503 a40000211 a40000212 a80000001 ace534351 ace534352 ace534353 ace534354 ace534355
  ace534356 ace534357 ace534358 ace534364 ace534365 ace534366 ace534367 ace534368 ace534369 ace534373 ace534374
  ace536351 ace536352 ace536353 ace536354 ace536355 ace536356 ace536357 ace536358 ace536359 ace53635a ace53635b
  ace53635c ace53635d ace53635e ace53635f ace536360 ace5363b4 ace5363b5 ad5a0db00`
  .trim()
  .split(/\s+/);
const INDEXES = { issuer: ISSUER, subject: SUBJECT, label: LABEL, ckaid: ID };

/**
 * Writes the certificate database that Chromium on Linux reads from its home: `certutil -A -t C,,` for each authority,
 * without its program. Returns the created folders and files.
 */
export async function writeCertificateDatabase(home: string, authorities: readonly string[]): Promise<string[]> {
  const folder = join(home, '.pki', 'nssdb');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'cert9.db');
  // Loaded on demand: most installations have no authorities of their own.
  const { Database } = await import('node-sqlite3-wasm');
  const database = new Database(file);
  try {
    database.exec(`CREATE TABLE nssPublic (id PRIMARY KEY UNIQUE ON CONFLICT ABORT, ${COLUMNS.join(', ')})`);
    for (const [name, column] of Object.entries(INDEXES))
      database.exec(`CREATE INDEX ${name} ON nssPublic (${column})`);
    for (const [index, pem] of authorities.entries()) {
      for (const [place, row] of rowsOf(pem, `orbweaver-${index}`).entries()) {
        const columns = ['id', ...Object.keys(row)];
        const marks = columns.map(() => '?').join(', ');
        database.run(`INSERT INTO nssPublic (${columns.join(', ')}) VALUES (${marks})`, [
          index * 2 + place + 1,
          ...Object.values(row),
        ]);
      }
    }
  } finally {
    database.close();
  }
  return [join(home, '.pki'), folder, file];
}

function rowsOf(pem: string, label: string): Record<string, Buffer>[] {
  const { raw } = new X509Certificate(pem);
  const { serialNumber, issuer, subject } = namesOf(raw);
  const shared = {
    [ON_TOKEN]: YES,
    [PRIVATE]: NO,
    [ISSUER]: issuer,
    [SERIAL_NUMBER]: serialNumber,
    [MODIFIABLE]: YES,
    [LABEL]: Buffer.from(label),
  };
  const digest = (algorithm: string) => createHash(algorithm).update(raw).digest();
  return [
    {
      ...shared,
      [CLASS]: CERTIFICATE,
      [VALUE]: raw,
      [CERTIFICATE_TYPE]: X509,
      [SUBJECT]: subject,
      [ID]: digest('sha1'),
    },
    {
      ...shared,
      [CLASS]: TRUST,
      [TRUST_SERVER]: TRUSTED_DELEGATOR,
      [TRUST_CLIENT]: MUST_VERIFY,
      [TRUST_CODE]: MUST_VERIFY,
      [TRUST_EMAIL]: MUST_VERIFY,
      [TRUST_STEP_UP]: NO,
      [SHA1]: digest('sha1'),
      [MD5]: digest('md5'),
    },
  ];
}

/** DER values of TBSCertificate (RFC 5280): [version], serialNumber, signature, issuer, validity, subject. */
function namesOf(raw: Buffer): { serialNumber: Buffer; issuer: Buffer; subject: Buffer } {
  const tbs = contentOf(contentOf(raw, 0).bytes, 0).bytes;
  const values: Buffer[] = [];
  for (let at = tbs[0] === 0xa0 ? contentOf(tbs, 0).end : 0; values.length < 5; ) {
    const { end } = contentOf(tbs, at);
    values.push(tbs.subarray(at, end));
    at = end;
  }
  return { serialNumber: values[0]!, issuer: values[2]!, subject: values[4]! };
}

function contentOf(der: Buffer, at: number): { bytes: Buffer; end: number } {
  const short = der.readUInt8(at + 1);
  const width = short < 0x80 ? 0 : short & 0x7f;
  const length = width === 0 ? short : der.readUIntBE(at + 2, width);
  const start = at + 2 + width;
  return { bytes: der.subarray(start, start + length), end: start + length };
}
