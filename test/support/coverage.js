import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

const folder = process.env.QUEENBOOK_COVERAGE;
let session;

const post = (method, parameters) => {
  let response;
  session.post(method, parameters, (error, result) => {
    if (error) throw error;
    response = result;
  });
  return response;
};

/** Starts to measure the coverage of the compiled service in this process, for `npm run test:coverage`. */
export function countCoverage() {
  if (!folder || session) return;
  session = new Session();
  session.connect();
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

let written = 0;

/** Writes the coverage since the previous call of this function, in the format of NODE_V8_COVERAGE. */
export function writeCoverage() {
  if (!session) return;
  const { result } = post('Profiler.takePreciseCoverage');
  const own = result.filter(({ url }) => url.includes('/dist/src/'));
  writeFileSync(join(folder, `worker-${process.pid}-${(written += 1)}.json`), JSON.stringify({ result: own }));
}

/** The environment for child processes. At the end of a process, Node writes the coverage of this process. */
export const coverageVariable = () => (folder ? { NODE_V8_COVERAGE: folder } : {});
