import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@orbweaver/platform';
import type { Request } from 'express';
import type { GatewayConfig } from '../gateway.config';
import { AdminPort } from './admin-port';

/** The address at which the caller reaches the service, for URLs in responses. */
@Injectable()
export class PublicAddress {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    private readonly adminPort: AdminPort,
  ) {}

  /** Without a trailing slash. PUBLIC_URL applies to PORT only. Request headers are trusted: only their sender reads the response. */
  of(request: Request): string {
    const { PUBLIC_URL } = this.config;
    if (PUBLIC_URL !== undefined && !this.adminPort.isOn(request)) return PUBLIC_URL.replace(/\/+$/, '');
    const protocol = firstOf(request.headers['x-forwarded-proto']) ?? request.protocol;
    const host = hostOf(request.headers['x-forwarded-host']) ?? hostOf(request.headers.host) ?? 'localhost';
    return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  }
}

/** A host name, IPv4 address or bracketed IPv6 address, optionally with a port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Ignores invalid hosts, because clients send their keys to URLs in responses. */
function hostOf(header: string | string[] | undefined): string | undefined {
  const host = firstOf(header);
  return host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`) ? host : undefined;
}

/** Each proxy appends its value; the first value is from the proxy that the caller connected to. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  return value === '' ? undefined : value;
}
