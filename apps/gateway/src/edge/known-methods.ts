import { Injectable, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import { describeRoutes } from './describe-routes';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
  isFixed: boolean;
}

/** The methods of each path, from the decorators of the controllers. */
@Injectable()
export class KnownMethods {
  private paths?: KnownPath[];

  constructor(private readonly modules: ModulesContainer) {}

  /** Empty for an unknown path. Fixed paths such as `active` take precedence over parameters. */
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
    // In middleware, `request.path` is relative to `baseUrl`.
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

/** Whether a controller declares it; HEAD and OPTIONS are implied. */
export const isOwnMethod = (method: string): boolean => method !== 'HEAD' && method !== 'OPTIONS';

const parametersOf = (path: string) => path.split(':').length;

/** Matches like Express: case-insensitive, with an optional trailing slash. */
function patternOf(path: string): RegExp {
  const source = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`, 'i');
}
