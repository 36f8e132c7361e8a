#!/usr/bin/env node
import { keepCompiled } from './server/compile-cache.js';

keepCompiled();

await import('reflect-metadata');
const { runCommandLine } = await import('./commands/run.js');
process.exitCode = await runCommandLine(process.argv.slice(2));
