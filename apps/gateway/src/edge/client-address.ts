import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { isInNetworks } from '@orbweaver/core';
import { CONFIG } from '@orbweaver/platform';
import proxyAddress from 'proxy-addr';
import type { GatewayConfig } from '../gateway.config';

/** Finds the address of the client behind TRUSTED_PROXIES. */
@Injectable()
export class ClientAddress {
  constructor(@Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'TRUSTED_PROXIES'>) {}

  /** Whether a proxy that is not in TRUSTED_PROXIES hides the address of the client. */
  isHidden(request: IncomingMessage): boolean {
    const { remoteAddress } = request.socket;
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    return isForwarded && remoteAddress !== undefined && !this.isProxy(remoteAddress);
  }

  /** The last address of `X-Forwarded-For` that is not a trusted proxy. Undefined after the connection has closed. */
  of(request: IncomingMessage): string | undefined {
    if (request.socket.remoteAddress === undefined) return undefined;
    const address = proxyAddress(request, (hop) => this.isProxy(hop));
    return address.replace(IPV4_MAPPED, '');
  }

  private isProxy(address: string): boolean {
    const { TRUSTED_PROXIES: proxies } = this.config;
    return proxies.length > 0 && isInNetworks(address.replace(IPV4_MAPPED, ''), proxies);
  }
}

const IPV4_MAPPED = /^::ffff:(?=[\d.]+$)/i;
