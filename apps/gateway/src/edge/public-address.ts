import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@orbweaver/platform';
import type { Request } from 'express';
import type { GatewayConfig } from '../gateway.config';
import { AdminPort } from './admin-port';

/** The address under which the caller reaches the service, for the URLs in answers. */
@Injectable()
export class PublicAddress {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    private readonly adminPort: AdminPort,
  ) {}

  /** Without a trailing slash. PUBLIC_URL is that of PORT: it leads to nothing that ADMIN_PORT answers. Headers of a request are trusted, because only their sender reads the answer. */
  of(request: Request): string {
    const { PUBLIC_URL } = this.config;
    if (PUBLIC_URL !== undefined && !this.adminPort.isOn(request)) return PUBLIC_URL.replace(/\/+$/, '');
    const protocol = firstOf(request.headers['x-forwarded-proto']) ?? request.protocol;
    const host = hostOf(request.headers['x-forwarded-host']) ?? hostOf(request.headers.host) ?? 'localhost';
    return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  }
}

/**
 * A host name, an IPv4 address or an IPv6 address in brackets, with or without a port. Nothing else may become part of
 * a URL.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** An invalid host is ignored: clients send their keys to the addresses in answers. */
function hostOf(header: string | string[] | undefined): string | undefined {
  const host = firstOf(header);
  return host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`) ? host : undefined;
}

/** Each proxy appends its value; the first is that of the proxy the caller reached. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  return value === '' ? undefined : value;
}
