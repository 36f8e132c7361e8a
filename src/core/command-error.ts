/** What a command was asked for cannot be done; the message says why, and what to do about it. */
export class CommandError extends Error {}
