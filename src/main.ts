import { keepCompiled } from './server/compile-cache.js';

// GraphQL looks at each value for faults of programmers where this is not said.
process.env.NODE_ENV ??= 'production';
keepCompiled();

await import('./server/start.js');
