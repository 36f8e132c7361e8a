/** The failure of a command. The message contains the reason, and how the user can solve the problem. */
export class CommandError extends Error {}
