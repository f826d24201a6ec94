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

  /** The last address of `X-Forwarded-For` that is not a trusted proxy. Undefined after the connection has closed. */
  of(request: IncomingMessage): string | undefined {
    const { TRUSTED_PROXIES: proxies } = this.config;
    if (request.socket.remoteAddress === undefined) return undefined;
    const address = proxyAddress(request, (hop) => proxies.length > 0 && isInNetworks(hop, proxies));
    return address.replace(IPV4_MAPPED, '');
  }
}

const IPV4_MAPPED = /^::ffff:(?=[\d.]+$)/i;
