import { Injectable } from '@nestjs/common';
import type { CallerSchema } from '@orbweaver/language-model';
import type { Caller } from '@orbweaver/persistence';
import { InputThreads } from '@orbweaver/platform';
import { refuse, type WireIssue } from '../errors/api-error';
import { isParsedSchema } from '../schemas/parsed-schemas';
import { FairQueue } from './fair-queue';

interface FoundSchema {
  path: (string | number)[];
  schema: CallerSchema;
}

@Injectable()
export class CheckSchemas {
  constructor(
    private readonly threads: InputThreads,
    private readonly queue: FairQueue,
  ) {}

  /** @param body the output of its wire schema @throws ApiError 400 for a schema that is invalid or takes too long */
  async check({ teamId }: Pick<Caller, 'teamId'>, body: unknown): Promise<void> {
    const found = findSchemas(body);
    if (found.length === 0) return;
    const faults = await this.queue.run(teamId, () => this.threads.checkSchemas(found.map(({ schema }) => schema)));
    const issues = found.flatMap(({ path }, index): WireIssue[] => {
      const fault = faults[index];
      return fault === undefined ? [] : [{ code: 'custom', path, message: `Invalid JSON schema. ${fault}` }];
    });
    if (issues.length > 0) throw refuse(issues);
  }
}

/** Recursion is bounded: `findBodyFault` limits the depth and size of the body. */
function findSchemas(value: unknown, path: (string | number)[] = []): FoundSchema[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isParsedSchema(value)) return [{ path, schema: value }];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([name, member]) => findSchemas(member, [...path, name]));
}
