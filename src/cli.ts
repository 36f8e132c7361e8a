#!/usr/bin/env node
import 'reflect-metadata';
import { runCommandLine } from './commands/run.js';

process.exitCode = await runCommandLine(process.argv.slice(2));
