import { enableCompileCache } from './server/compile-cache.js';

// Without it, graphql-js checks values for programming errors.
process.env.NODE_ENV ??= 'production';
enableCompileCache();

await import('./server/start.js');
