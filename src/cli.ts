#!/usr/bin/env node
import { enableCompileCache } from './server/compile-cache.js';

enableCompileCache();

await import('reflect-metadata');
const { runCommandLine } = await import('./commands/run.js');
process.exitCode = await runCommandLine(process.argv.slice(2));
