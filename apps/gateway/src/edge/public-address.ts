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
    const host = firstOf(request.headers['x-forwarded-host']) ?? request.headers.host ?? 'localhost';
    return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  }
}

/** Proxies in a row append; the first is the one that the caller spoke to. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  return value === '' ? undefined : value;
}
