import { Injectable, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Request } from 'express';
import { describeRoutes } from './describe-routes';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/** With which methods the addresses of this process are asked, as its controllers declare it. */
@Injectable()
export class KnownMethods {
  private paths?: KnownPath[];

  constructor(private readonly modules: ModulesContainer) {}

  /** Empty for an address that does not exist. A word that stands where an id does is not taken for one. */
  of(request: Request): string[] {
    this.paths ??= this.readPaths();
    // In a middleware the path is that behind its mount.
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

const parametersOf = (path: string) => path.split(':').length;

/** As the router of express reads a path: in any case, with or without a slash at the end. */
function patternOf(path: string): RegExp {
  const source = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`, 'i');
}
