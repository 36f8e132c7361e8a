import { enableCompileCache } from './server/compile-cache.js';

// In development mode, graphql-js checks values for programming errors, which takes time.
process.env.NODE_ENV ??= 'production';
enableCompileCache();

await import('./server/start.js');
