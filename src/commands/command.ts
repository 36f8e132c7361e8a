import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../core/config.js';

/** A command that was called in a way it does not know; the message names the argument. */
export class UsageError extends Error {}

/** How a command was called, its options read. */
export interface Call {
  positionals: string[];
  values: Record<string, string | boolean | undefined>;
  /** The environment; not read before it is asked for, so that help needs none. */
  config(): Config;
}

/** What a command has to say: for people, and for programs. */
export interface Outcome {
  lines: string[];
  data: object;
  /** The command did what it was asked, and found that something is not as it should be. */
  failed?: boolean;
  /** Written to standard output in place of what it says, which then goes beside it. */
  file?: string;
}

export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** How it is called, what it does, examples. */
  help: string;
  options?: ParseArgsOptionsConfig;
  /** What may stand behind the command's name; where it is left out, nothing may. */
  positionals?: boolean;
  run(call: Call): Promise<Outcome>;
}
