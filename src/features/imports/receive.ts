import { isUtf8 } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { invalid, ServiceError, type Fault } from '../../core/errors.js';
import { discardBody } from '../../http/discard-body.js';
import { onIncompleteBody } from '../../http/incomplete-body.js';
import { boundaryOf, untilFormEnd } from './form-end.js';

/** Contents of a multipart body: text fields, and the file on disk. */
export interface Received {
  filename: string;
  path: string;
  fields: Map<string, string>;
  /** Removes the file. Must be called at the end of every request. */
  discard(): Promise<void>;
}

export const MAX_FILE_BYTES = 200 * 1024 * 1024;
const MAX_FIELD_BYTES = 256 * 1024;
/** A file in a part without a filename must be smaller, because it is held in memory. */
const MAX_UNNAMED_FILE_BYTES = 4 * 1024 * 1024;
const MAX_FIELDS = 10;
const MAX_FIELDS_BYTES = MAX_FIELDS * MAX_FIELD_BYTES;

/**
 * Receives a `multipart/form-data` body with one file in the part `file`. The file is written to disk first, because
 * fields with options for reading it may follow.
 * @throws {ServiceError} 415, 413, or 400 that names every faulty part
 */
export async function receive(request: IncomingMessage, known: readonly string[]): Promise<Received> {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-'));
  const discard = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await receiveParts(request, join(folder, 'file'), known)), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function receiveParts(request: IncomingMessage, path: string, known: readonly string[]) {
  const { form, parts } = openParser(request);
  const fields = new Map<string, string>();
  const faults: Fault[] = [];
  let filename = undefined as string | undefined;
  let written: Promise<void> | undefined;
  const received = new Promise<void>((resolve, reject) => {
    parts.on('file', (name, stream, info) => {
      // An unhandled error of the stream would end the process. The error handler of `parts` below reports errors.
      stream.on('error', () => undefined);
      if (name !== 'file' || filename !== undefined) {
        faults.push({
          path: name,
          message: name === 'file' ? 'must not be sent more than once' : 'must not be a file',
        });
        stream.resume();
        return;
      }
      filename = info.filename?.replaceAll('\0', '') || 'file';
      stream.on('limit', () => reject(overSize()));
      written = pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      written.catch(reject);
    });
    parts.on('field', (name, raw, { valueTruncated }) => {
      if (name === 'file' && filename === undefined) {
        filename = 'file';
        if (valueTruncated) faults.push({ path: name, message: TOO_LARGE_UNNAMED });
        else (written = writeFile(path, bytesOf(raw), { mode: 0o600 })).catch(reject);
        return;
      }
      const value = textOf(raw);
      if (!known.includes(name)) {
        faults.push({ path: name, message: `is unknown; the known parts are file, ${known.join(', ')}` });
      } else if (fields.has(name)) faults.push({ path: name, message: 'must not be sent more than once' });
      else if (valueTruncated || raw.length > MAX_FIELD_BYTES)
        faults.push({ path: name, message: `must not be longer than ${MAX_FIELD_BYTES} bytes` });
      else fields.set(name, value);
    });
    parts.once('close', resolve);
    // Uses `on` instead of `once`, because a malformed form that the client then aborts emits two errors.
    parts.on('error', () => reject(invalid([{ path: '', message: 'must be a complete multipart/form-data body' }])));
    onIncompleteBody(request, () => reject(cutOff()));
    if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES + MAX_FIELDS_BYTES) reject(overSize());
    else request.pipe(form).pipe(parts);
  });
  try {
    await received;
    await written;
  } catch (error) {
    // On an error, `pipeline(request, form, parts)` would close the connection before the response is sent. Therefore,
    // `pipe` is used, and the rest of the body is discarded here.
    request.unpipe(form);
    form.destroy();
    parts.destroy();
    discardBody(request);
    throw error;
  }
  if (filename === undefined || faults.length > 0) {
    if (filename === undefined) {
      faults.unshift({
        path: 'file',
        message: 'is missing: send the file in a part with this name',
        code: 'file_missing',
      });
    }
    throw invalid(faults);
  }
  return { filename, path, fields };
}

const TOO_LARGE_UNNAMED = `must have a filename if it is larger than ${MAX_UNNAMED_FILE_BYTES / 1024 / 1024} MiB`;

/** Returns the bytes of a field. The parser decoded them as Latin-1, unless the part names another charset. */
function bytesOf(raw: string): Buffer {
  return Buffer.from(raw, /[^\0-\xff]/.test(raw) ? 'utf8' : 'latin1');
}

function textOf(raw: string): string {
  const bytes = bytesOf(raw);
  return isUtf8(bytes) ? bytes.toString('utf8') : raw;
}

const cutOff = (): ServiceError =>
  invalid([{ path: 'file', message: 'was not received completely', code: 'file_cut_off' }]);

function overSize(): ServiceError {
  return new ServiceError('payload_too_large', `The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`, {
    headers: { Connection: 'close' },
  });
}

function openParser(request: IncomingMessage) {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new ServiceError('unsupported_media_type', 'Send the file as multipart/form-data, in the part "file".');
  }
  if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent uncompressed.');
  }
  const boundary = boundaryOf(type);
  if (boundary === undefined) throw invalid([{ path: '', message: 'must be multipart/form-data with a boundary' }]);
  const parts = busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    defParamCharset: 'utf8',
    // A field may be a file in any encoding. Latin-1 preserves the bytes of the file.
    defCharset: 'latin1',
    limits: { fileSize: MAX_FILE_BYTES, fieldSize: MAX_UNNAMED_FILE_BYTES, fields: MAX_FIELDS, files: 2, parts: 30 },
  });
  return { form: untilFormEnd(boundary), parts };
}
