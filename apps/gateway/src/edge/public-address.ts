import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@orbweaver/platform';
import type { Request } from 'express';
import type { GatewayConfig } from '../gateway.config';

/** Under which address the caller reaches the service: for the URLs in answers. */
@Injectable()
export class PublicAddress {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** Without a slash at the end. What a request says is only ever told back to its own sender. */
  of(request: Pick<Request, 'headers' | 'protocol'>): string {
    if (this.config.PUBLIC_URL !== undefined) return this.config.PUBLIC_URL.replace(/\/+$/, '');
    const protocol = firstOf(request.headers['x-forwarded-proto']) ?? request.protocol;
    const host = hostOf(request.headers['x-forwarded-host']) ?? hostOf(request.headers.host) ?? 'localhost';
    return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  }
}

/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port: nothing that leads elsewhere in a URL. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** What no host is counts as nothing said: addresses in answers are what clients go to with their keys. */
function hostOf(header: string | string[] | undefined): string | undefined {
  const host = firstOf(header);
  return host !== undefined && HOST.test(host) && URL.canParse(`http://${host}`) ? host : undefined;
}

/** Proxies in a row append; the first is the one that the caller spoke to. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  return value === '' ? undefined : value;
}
