import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../core/config.js';

/** Invalid arguments. The message names the argument. */
export class UsageError extends Error {}

/** The parsed arguments of a command. */
export interface Call {
  positionals: string[];
  values: Record<string, string | boolean | undefined>;
  /** Reads the configuration on demand, so that help works without a configuration. */
  config(): Config;
}

/** The output of a command, as text and as JSON. */
export interface Outcome {
  lines: string[];
  data: object;
  /** Whether the command ran, but found a problem. */
  failed?: boolean;
  /** A temporary file to write to standard output; the text then goes to standard error. */
  file?: string;
}

export interface Command {
  /** One line for the command list. */
  summary: string;
  /** Usage, description, examples. */
  help: string;
  options?: ParseArgsOptionsConfig;
  /** Whether positional arguments are allowed. */
  positionals?: boolean;
  run(call: Call): Promise<Outcome>;
}
