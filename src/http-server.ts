import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Longer than proxies and clients keep a connection that nobody uses (60 s is usual): the side that asks is to close it,
 * else a request now and then meets a connection that is being closed, and fails.
 */
const KEEP_ALIVE = 75_000;

/** A server that does not listen yet. */
export const httpServer = (answer: RequestListener): Server => createServer({ keepAliveTimeout: KEEP_ALIVE }, answer);
