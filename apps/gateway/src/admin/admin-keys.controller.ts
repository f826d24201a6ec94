import { Controller, Delete, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { type Actor, addKey, type Database, listKeys, readKey, revokeKey, rotateKey } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { describeRotation } from '../auth/describe-rotation';
import { Administered } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import { describeKey } from '../wire/admin/describe-key';
import { exampleKey } from '../wire/admin/examples';
import { keyRotationOperation } from '../wire/admin/key-rotation';
import { AddedKeyAnswer, AddKeyRequest, KeyAnswer, KeysAnswer, keysQuery, RotateKeyRequest } from '../wire/admin/keys';
import { readCursor, writeCursor } from '../wire/cursor';
import { exampleId } from '../wire/examples';

const exampleAnswer = { schema: KeyAnswer, example: { success: true, key: exampleKey } };

@Controller('admin/v1/keys')
@Administered()
export class AdminKeysController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List keys with their rights',
    tag: 'admin',
    query: keysQuery.shown,
    answer: { schema: KeysAnswer, example: { success: true, keys: [exampleKey] } },
    errors: { 400: 'Invalid query' },
  })
  async list(@Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(keysQuery.read, asked);
    const after = query.after === undefined ? undefined : readCursor(query.after);
    const found = await listKeys(this.database, { teamId: query.teamId, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeCursor);
    return { success: true, keys: rows.map(describeKey), ...next };
  }

  @Post()
  @Operation({
    summary: 'Create a key',
    description: 'Only this response contains the `secret`.',
    tag: 'admin',
    body: { schema: AddKeyRequest, example: { teamId: exampleId, name: 'importer', rights: ['team'] } },
    answer: { schema: AddedKeyAnswer, example: { success: true, key: exampleKey, secret: 'ow-…' } },
    errors: { 400: 'Invalid body', ...unknownResource('team') },
  })
  async add(@CurrentActor() actor: Actor, @WireBody() body: AddKeyRequest) {
    const added = await addKey(this.database, actor, body);
    if (added === undefined) throw notFound('team', body.teamId);
    return { success: true, key: describeKey(added.key), secret: added.secret };
  }

  @Get(':id')
  @Operation({ summary: 'Get a key', tag: 'admin', answer: exampleAnswer, errors: unknownResource('key') })
  async read(@Param('id') id: string) {
    const key = await readKey(this.database, readPathId('key', id));
    if (key === undefined) throw notFound('key', id);
    return { success: true, key: describeKey(key) };
  }

  @Post(':id/rotate')
  @Operation({
    summary: 'Rotate a key',
    tag: 'admin',
    ...keyRotationOperation,
  })
  async rotate(@CurrentActor() actor: Actor, @Param('id') id: string, @WireBody() body: RotateKeyRequest) {
    const { overlapSeconds, expiresAt } = body;
    const change = { id: readPathId('key', id), overlapMs: overlapSeconds * 1000, expiresAt };
    return describeRotation(id, await rotateKey(this.database, actor, change));
  }

  @Delete(':id')
  @Operation({
    summary: 'Revoke a key',
    description:
      'Permanent. Gateways reject the key within 20 seconds. Revoking a revoked key changes nothing. The key of the request may revoke itself.',
    tag: 'admin',
    answer: exampleAnswer,
    errors: unknownResource('key'),
  })
  async revoke(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const answer = await revokeKey(this.database, actor, readPathId('key', id));
    if (answer.kind === 'unknown') throw notFound('key', id);
    return { success: true, key: describeKey(answer.key) };
  }
}
