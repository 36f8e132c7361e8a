import { readFile, stat } from 'node:fs/promises';
import type { Context, Next } from 'koa';
import { notFound } from '../core/errors.js';
import { isNotModified, entityTag } from '../http/conditional.js';
import { requireGet } from '../http/methods.js';
import { fileOf, SAMPLES, type Sample } from './samples.js';

const FOLDER = '/samples/';

/**
 * `GET /samples/`: the sample files, in the order in which to import them. `GET /samples/NAME`: a file as a download.
 * The data is simulated, so no sign-in is needed.
 */
export function sampleFiles(ctx: Context, next: Next): Promise<void> {
  return ctx.path === FOLDER.slice(0, -1) || ctx.path.startsWith(FOLDER) ? answer(ctx) : next();
}

async function answer(ctx: Context): Promise<void> {
  requireGet(ctx);
  const name = ctx.path.slice(FOLDER.length);
  if (name === '')
    return send(ctx, 'application/json', JSON.stringify({ data: await Promise.all(SAMPLES.map(listed)) }));
  const sample = SAMPLES.find((each) => each.name === name);
  if (!sample) throw notFound('sample file');
  ctx.attachment(sample.name);
  send(ctx, `text/csv; charset=${sample.charset}`, await readFile(fileOf(sample)));
}

async function listed(sample: Sample): Promise<object> {
  const { name, title, description } = sample;
  const { size } = await stat(fileOf(sample));
  return { name, title, description, size, path: FOLDER + name };
}

function send(ctx: Context, type: string, body: string | Buffer): void {
  if (isNotModified(ctx, entityTag(body), 'no-cache')) return;
  ctx.type = type;
  ctx.body = body;
}
