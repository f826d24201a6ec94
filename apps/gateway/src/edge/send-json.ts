import type { Response } from 'express';

/** Sends JSON that is bytes already. */
export function sendJson(response: Response, json: Buffer): void {
  response.status(200);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', json.length);
  response.end(json);
}
