import { parseArgs } from 'node:util';
import { installPeers } from '../prepare.js';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '16' },
    cases: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
installPeers();
const { measure } = await import('./measure.js');
await measure({
  ...values,
  size: Number(values.size),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
});
