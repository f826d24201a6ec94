import { Injectable, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import { describeRoutes } from './describe-routes';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
  /** No part of it stands for an id. */
  isFixed: boolean;
}

/** The methods that each address has, as the controllers declare them. */
@Injectable()
export class KnownMethods {
  private paths?: KnownPath[];

  constructor(private readonly modules: ModulesContainer) {}

  /** Empty for an unknown address. A fixed word such as `active` is not taken for an id. */
  of(request: Pick<Request, 'baseUrl' | 'path'>): string[] {
    const { methods } = this.find(request) ?? {};
    if (methods === undefined) return [];
    return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  }

  isFixed(request: Pick<Request, 'baseUrl' | 'path'>): boolean {
    return this.find(request)?.isFixed ?? false;
  }

  private find(request: Pick<Request, 'baseUrl' | 'path'>): KnownPath | undefined {
    this.paths ??= this.readPaths();
    // In a middleware `request.path` is relative to `baseUrl`.
    const path = request.baseUrl + request.path;
    return this.paths.find(({ pattern }) => pattern.test(path));
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
      .map(([path, of]) => ({ pattern: patternOf(path), methods: of, isFixed: parametersOf(path) === 1 }));
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
