import cluster, { type Worker } from 'node:cluster';

/** Milliseconds: a process that is held up for longer is left out. */
const PATIENCE = 1_000;

/** What processes under one port say to one another about their figures, by way of the process over them. */
type Message =
  | { metrics: 'ask'; question: number }
  | { metrics: 'tell'; question: number; from: number }
  | { metrics: 'told'; question: number; from: number; figures: unknown }
  | { metrics: 'figures'; question: number; others: number; figures?: unknown };

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In the process over the workers: passes a question of one on to the others, and each answer back to it. */
export function relayFigures(): void {
  const others = (id: number) =>
    Object.values(cluster.workers ?? {}).filter((each): each is Worker => each!.id !== id && each!.isConnected());
  // One that dies meanwhile is no matter: whoever asks does not wait for long.
  const send = (worker: Worker, message: Message) => worker.send(message, () => undefined);
  cluster.on('message', (worker, message: unknown) => {
    if (!isOurs(message)) return;
    if (message.metrics === 'ask') {
      const { question } = message;
      const asked = others(worker.id);
      for (const each of asked) send(each, { metrics: 'tell', question, from: worker.id });
      send(worker, { metrics: 'figures', question, others: asked.length });
    } else if (message.metrics === 'told') {
      const { question, figures, from } = message;
      const asking = cluster.workers?.[from];
      if (asking) send(asking, { metrics: 'figures', question, others: others(from).length, figures });
    }
  });
}

/**
 * In one of several workers, or in a process by itself.
 * @param own this process's figures
 * @returns what asks all processes for theirs, this one's first
 */
export function gatherFigures<Figures>(own: () => Promise<Figures>): () => Promise<Figures[]> {
  if (!cluster.isWorker) return async () => [await own()];
  const send = (message: Message) => process.send?.(message, undefined, undefined, () => undefined);
  const open = new Map<number, { figures: Figures[]; done(): void }>();
  let questions = 0;
  process.on('message', (message: unknown) => {
    if (!isOurs(message)) return;
    const { metrics, question } = message;
    if (metrics === 'tell') {
      void own().then((figures) => send({ metrics: 'told', question, from: message.from, figures }));
    } else if (metrics === 'figures') {
      const asked = open.get(question);
      if (!asked) return;
      if (message.figures !== undefined) asked.figures.push(message.figures as Figures);
      if (asked.figures.length >= message.others) asked.done();
    }
  });
  return async () => {
    const question = ++questions;
    const figures: Figures[] = [];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      open.set(question, {
        figures,
        done() {
          clearTimeout(timer);
          resolve();
        },
      });
      send({ metrics: 'ask', question });
    });
    open.delete(question);
    return [await own(), ...figures];
  };
}
