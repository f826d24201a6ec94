import { Injectable } from '@nestjs/common';
import type { CallerSchema } from '@orbweaver/language-model';
import type { Caller } from '@orbweaver/persistence';
import { InputThreads } from '@orbweaver/platform';
import { refuse, type WireIssue } from '../errors/api-error';
import { TeamTurns } from './team-turns';

interface FoundSchema {
  path: (string | number)[];
  schema: CallerSchema;
}

/** Checks the JSON Schemas of a request, in a worker thread. */
@Injectable()
export class CheckSchemas {
  constructor(
    private readonly threads: InputThreads,
    private readonly turns: TeamTurns,
  ) {}

  /** `body`: the output of its wire schema. @throws ApiError 400 for a schema that is invalid or takes too long */
  async check({ teamId }: Pick<Caller, 'teamId'>, body: unknown): Promise<void> {
    const found = findSchemas(body);
    if (found.length === 0) return;
    const faults = await this.turns.run(teamId, () => this.threads.checkSchemas(found.map(({ schema }) => schema)));
    const issues = found.flatMap(({ path }, index): WireIssue[] => {
      const fault = faults[index];
      return fault === undefined ? [] : [{ code: 'custom', path, message: `Invalid JSON schema. ${fault}` }];
    });
    if (issues.length > 0) throw refuse(issues);
  }
}

/** Fields of v1 requests with a `schema`. In v2 the items of `formats` have it. */
const OPTIONS_WITH_SCHEMA = ['jsonOptions', 'extract', 'changeTrackingOptions'];

/** The scrape options of a request: the body itself, or `scrapeOptions` of a crawl. */
function findSchemas(body: unknown): FoundSchema[] {
  if (!isObject(body)) return [];
  const { scrapeOptions } = body;
  return [...schemasIn(body, []), ...(isObject(scrapeOptions) ? schemasIn(scrapeOptions, ['scrapeOptions']) : [])];
}

function schemasIn(options: Record<string, unknown>, path: (string | number)[]): FoundSchema[] {
  const formats = Array.isArray(options.formats) ? options.formats : [];
  const places: [unknown, (string | number)[]][] = [
    ...formats.map((format, index): [unknown, (string | number)[]] => [format, ['formats', index]]),
    ...OPTIONS_WITH_SCHEMA.map((name): [unknown, string[]] => [options[name], [name]]),
  ];
  return places.flatMap(([value, place]) =>
    isObject(value) && isObject(value.schema) ? [{ path: [...path, ...place, 'schema'], schema: value.schema }] : [],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
