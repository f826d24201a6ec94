import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** PEM texts of a certificate, generated on each start: the repository contains no private key. */
export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate authority of a test. */
export interface Authority {
  /** For EXTRA_CA_CERTS. */
  cert: string;
  /** For a server with these names and IPv4 addresses, or a client (`names[0]` is its common name). */
  issue(...names: string[]): Certificate;
}

const BOOLEAN = 0x01;
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
const OID_BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex');

/** `address` is an IPv4 address. */
export function makeSelfSignedCertificate(address: string): Certificate {
  const { privateKey, publicKey } = newKeys();
  return sign({ subject: 'fixture', publicKey, extension: alternativeNames([address]) }, 'fixture', privateKey);
}

export function makeAuthority(name = 'Test authority'): Authority {
  const { privateKey, publicKey } = newKeys();
  const isAuthority = der(SEQUENCE, der(BOOLEAN, Buffer.from([0xff])));
  const extension = der(
    SEQUENCE,
    OID_BASIC_CONSTRAINTS,
    der(BOOLEAN, Buffer.from([0xff])),
    der(OCTET_STRING, isAuthority),
  );
  return {
    cert: sign({ subject: name, publicKey, extension }, name, privateKey).cert,
    issue(...names) {
      const own = newKeys();
      const holder = { subject: names[0] ?? 'fixture', publicKey: own.publicKey, extension: alternativeNames(names) };
      return { ...sign(holder, name, privateKey), key: pemOf(own.privateKey) };
    },
  };
}

interface Holder {
  subject: string;
  publicKey: KeyObject;
  extension: Buffer;
}

function sign({ subject, publicKey, extension }: Holder, issuer: string, issuerKey: KeyObject): Certificate {
  const algorithm = der(SEQUENCE, OID_ECDSA_SHA256);
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    der(SEQUENCE, time('20200101000000Z'), time('20990101000000Z')),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, extension)),
  );
  const signature = createSign('sha256').update(body).sign(issuerKey);
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: pemOf(issuerKey),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const nameOf = (name: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, OID_COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))));

function alternativeNames(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    /^[\d.]+$/.test(name)
      ? der(0x87, Buffer.from(name.split('.').map(Number)))
      : der(0x82, Buffer.from(name, 'latin1')),
  );
  return der(SEQUENCE, OID_ALTERNATIVE_NAMES, der(OCTET_STRING, der(SEQUENCE, ...entries)));
}

const time = (text: string): Buffer => der(GENERALIZED_TIME, Buffer.from(text));

/** One ASN.1 value: tag, length, content (DER). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content]);
}
