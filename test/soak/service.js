import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const account = { email: 'anna@example.org', password: 'a good long password', name: 'Anna' };
const running = new Set();

/** Starts the service as a process. */
export async function startService(environment) {
  const child = spawn(process.execPath, ['--trace-warnings', main], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'fatal',
      MIGRATE: 'on',
      REGISTRATION: 'open',
      REQUESTS_PER_MINUTE: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return code ?? signal;
  });
  const url = await new Promise((resolve, reject) => {
    const append = (chunk) => {
      output += chunk;
      const found = /Queenbook listening on (http:\/\/\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    void exited.then(() => reject(new Error(`The service ended: ${output}`)));
  });
  return {
    url,
    child,
    exited,
    output: () => output,
    /** Sends a signal. Returns the exit code of the service, or the signal that ended the service. */
    end(signal = 'SIGKILL') {
      child.kill(signal);
      return exited;
    },
    /** Returns the memory of the service in megabytes, or 0 after its end. */
    memory: () => {
      const { exitCode, signalCode } = child;
      if (exitCode !== null || signalCode !== null) return 0;
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
  };
}

export function killAll() {
  for (const child of running) child.kill('SIGKILL');
}

/** An HTTP client with a session or a key. */
export class Client {
  headers = {};

  constructor(url) {
    this.url = url;
  }

  /** Sends a request. @throws {Error} if no response arrives within `timeoutMs` milliseconds */
  async send(method, path, body, timeoutMs = 60_000) {
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      headers: { ...this.headers, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      body: isForm || body === undefined ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text().catch((error) => {
      throw Object.assign(new Error(`A response was cut off: ${error.message}`), { cut: true });
    });
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  }

  /** Returns the data of a response. @throws {Error} if the response has another status */
  async must(status, method, path, body) {
    const response = await this.send(method, path, body);
    if (response.status !== status) {
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`);
    }
    if (response.headers.getSetCookie().length > 0) {
      this.headers.Cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    }
    return response.body.data;
  }

  register = (email = account.email) => this.must(201, 'POST', '/api/accounts', { ...account, email });
  signIn = (email = account.email) => this.must(200, 'POST', '/api/session', { email, password: account.password });
  leave = () => this.send('DELETE', '/api/account', { password: account.password });

  /** Creates a client of this account with a key that has all permissions. */
  async program() {
    const resources = ['queens', 'evaluations', 'blup', 'hive', 'account'];
    const permissions = Object.fromEntries(resources.map((resource) => [resource, 'write']));
    const { key } = await this.must(201, 'POST', '/api/api-keys', { name: 'soak', permissions });
    const program = new Client(this.url);
    program.headers.Authorization = `Bearer ${key}`;
    return program;
  }

  upload(name, content) {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    return this.send('POST', '/api/imports', form);
  }

  /** Waits for the end of an import or a run, and returns its final state. */
  async waitForEnd(path) {
    for (;;) {
      const current = await this.must(200, 'GET', path);
      if (current.status !== 'queued' && current.status !== 'running') return current;
      await setTimeout(50);
    }
  }
}

const SAMPLE = 'datenimport-2005-2024.csv';
export const SAMPLE_QUEENS = 2389;

export async function importSample(client) {
  const content = readFileSync(new URL(`../../src/demo/${SAMPLE}`, import.meta.url));
  const { status, body } = await client.upload(SAMPLE, content);
  if (status !== 202) throw new Error(`The sample was not accepted: ${status} ${JSON.stringify(body)}`);
  const ended = await client.waitForEnd(`/api/v1/imports/${body.data.id}`);
  if (ended.status !== 'completed') throw new Error(`The sample was not imported: ${JSON.stringify(ended.errors)}`);
}
