// A separate PostgreSQL server that can be stopped and suspended.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const root = process.getuid() === 0;

function binaries() {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b));
  if (versions.length === 0) throw new Error('PostgreSQL is not installed in /usr/lib/postgresql.');
  return `/usr/lib/postgresql/${versions.at(-1)}/bin`;
}

function asPostgres(command) {
  const [file, ...parts] = root ? ['su', 'postgres', '-c', command] : ['bash', '-c', command];
  // If the server inherited the output of this process, readers of the output would not notice the end of this process.
  return execFileSync(file, parts, { stdio: 'ignore', cwd: '/' });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Creates a folder that belongs to the user of PostgreSQL. */
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'queenbook-soak-'));
  chmodSync(folder, 0o755);
  if (root) {
    const id = (which) => Number(execFileSync('id', [which, 'postgres']).toString());
    chownSync(folder, id('-u'), id('-g'));
  }
  return folder;
}

/** Returns a server with its files in the subfolder `data`. The subfolder may be created later. */
function serverOf(bin, folder, port) {
  const data = join(folder, 'data');
  // No power failure is simulated, so fsync is off. Commits are synchronous, because acknowledged writes must survive a
  // crash of the server.
  const settings = `-p ${port} -k ${folder} -c max_connections=60 -c fsync=off -c shared_buffers=32MB -c wal_keep_size=512MB`;
  const url = (name) => `postgres://postgres@127.0.0.1:${port}/${name}`;

  /** Returns the ids of all processes of the server. The main process is first. */
  function processes() {
    const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === first);
    return [first, ...children.map(Number)];
  }
  const signal = (name) => {
    for (const pid of processes()) {
      try {
        process.kill(pid, name);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  };
  const server = {
    data,
    url,
    start: () => asPostgres(`${bin}/pg_ctl -D ${data} -o '${settings}' -l ${folder}/log -w start`),
    stop: (mode) => asPostgres(`${bin}/pg_ctl -D ${data} -m ${mode} -w stop`),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    end() {
      try {
        server.thaw();
        server.stop('immediate');
      } catch {
        // The server has already ended.
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

export async function startCluster() {
  const bin = binaries();
  const port = await freePort();
  const server = serverOf(bin, makeFolder(), port);
  asPostgres(`${bin}/initdb -D ${server.data} -A trust -U postgres -E UTF8 --locale=C.UTF-8`);
  server.start();
  const followers = [];
  return {
    ...server,
    /** Creates an empty database and returns its address. */
    async database(name) {
      await query(server.url('postgres'), `drop database if exists ${name} with (force)`);
      await query(server.url('postgres'), `create database ${name}`);
      return server.url(name);
    },
    /** Starts a replica that streams from this server. */
    async follower() {
      const follower = serverOf(bin, makeFolder(), await freePort());
      asPostgres(`${bin}/pg_basebackup -h 127.0.0.1 -p ${port} -U postgres -D ${follower.data} -R -c fast`);
      follower.start();
      followers.push(follower);
      return follower;
    },
    end() {
      for (const follower of followers) follower.end();
      server.end();
    },
  };
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Runs one statement and returns its rows. */
export async function query(url, statement, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
