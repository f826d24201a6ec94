import { Injectable, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import { describeRoutes } from './describe-routes';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/** The methods that each address has, as the controllers declare them. */
@Injectable()
export class KnownMethods {
  private paths?: KnownPath[];

  constructor(private readonly modules: ModulesContainer) {}

  /** Empty for an unknown address. A fixed word such as `active` is not taken for an id. */
  of(request: Pick<Request, 'baseUrl' | 'path'>): string[] {
    this.paths ??= this.readPaths();
    // In a middleware `request.path` is relative to `baseUrl`.
    const path = request.baseUrl + request.path;
    const { methods } = this.paths.find(({ pattern }) => pattern.test(path)) ?? {};
    if (methods === undefined) return [];
    return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  }

  private readPaths(): KnownPath[] {
    const controllers = [...this.modules.values()].flatMap((module) =>
      [...module.controllers.values()].map(({ metatype }) => metatype as Type<unknown>),
    );
    const methods = new Map<string, Set<string>>();
    for (const { path, method } of describeRoutes(controllers)) {
      methods.set(path, (methods.get(path) ?? new Set()).add(method));
    }
    return [...methods.entries()]
      .sort(([one], [other]) => parametersOf(one) - parametersOf(other))
      .map(([path, of]) => ({ pattern: patternOf(path), methods: of }));
  }
}

/** Of the route: every one has HEAD and OPTIONS besides. */
export const isOwnMethod = (method: string): boolean => method !== 'HEAD' && method !== 'OPTIONS';

const parametersOf = (path: string) => path.split(':').length;

/** Matches as Express does: in any case, with or without a trailing slash. */
function patternOf(path: string): RegExp {
  const source = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`, 'i');
}
