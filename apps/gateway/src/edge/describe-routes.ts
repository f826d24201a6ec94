import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ACCESS, type Access } from './access';
import { OPERATION, type OperationSpec } from './operation';

export interface DescribedRoute {
  method: string;
  /** With parameters in Nest's notation: `:id`. */
  path: string;
  name: string;
  access: Access | undefined;
  operation: OperationSpec | undefined;
}

export function describeRoutes(controllers: readonly Type<unknown>[]): DescribedRoute[] {
  return controllers.flatMap((controller) => {
    const prefixes = paths(Reflect.getMetadata(PATH_METADATA, controller));
    return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
      const handler: unknown = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value;
      const method: RequestMethod | undefined =
        typeof handler === 'function' ? Reflect.getMetadata(METHOD_METADATA, handler) : undefined;
      if (typeof handler !== 'function' || method === undefined) return [];
      const access = Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller);
      const operation = Reflect.getMetadata(OPERATION, handler);
      return prefixes.flatMap((prefix) =>
        paths(Reflect.getMetadata(PATH_METADATA, handler)).map((path) => ({
          method: RequestMethod[method],
          path: `/${[prefix, path]
            .map((part) => part.replace(/^\/|\/$/g, ''))
            .filter((part) => part !== '')
            .join('/')}`,
          name: `${controller.name}.${name}`,
          access,
          operation,
        })),
      );
    });
  });
}

function paths(metadata: unknown): string[] {
  if (Array.isArray(metadata)) return metadata.map(String);
  return [typeof metadata === 'string' ? metadata : ''];
}
