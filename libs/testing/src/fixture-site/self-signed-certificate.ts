import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** PEM texts of an untrusted certificate, generated on each start: the repository contains no private key. */
export interface Certificate {
  key: string;
  cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;

const OID_ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const OID_COMMON_NAME = Buffer.from('0603550403', 'hex');
const OID_ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex');

/** `address` is an IPv4 address. */
export function makeSelfSignedCertificate(address: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, OID_ECDSA_SHA256);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, OID_COMMON_NAME, der(UTF8_STRING, Buffer.from('fixture')))));
  const alternativeNames = der(SEQUENCE, der(0x87, Buffer.from(address.split('.').map(Number))));
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(SEQUENCE, time('20200101000000Z'), time('20990101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, OID_ALTERNATIVE_NAMES, der(OCTET_STRING, alternativeNames)))),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

const time = (text: string): Buffer => der(GENERALIZED_TIME, Buffer.from(text));

/** One ASN.1 value: tag, length, content (DER). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}
