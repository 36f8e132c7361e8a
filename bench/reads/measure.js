import { writeFile } from 'node:fs/promises';
import { stop } from '../service.js';
import { countStatements } from '../wire-counter.js';
import { bareStatement } from './bare.js';
import { serve, withHerd } from './database.js';
import { load } from './load.js';
import { questions } from './questions.js';
import { single } from './single.js';
import { printTable } from './table.js';

/** Fills a database, asks everything of everyone in one run, and prints the table. */
export async function measure(options) {
  const rows = [];
  await withHerd(options, async (place) => {
    const wanted = options.cases ? new RegExp(options.cases) : /./;
    const bare = new Map();
    for (const depth of [3, 5, 7]) {
      for (const prepared of [false, true]) {
        const name = `bare statement, depth ${depth}${prepared ? ', prepared' : ''}`;
        const row = { name, ...(await bareStatement(place, { ...options, depth, prepared })), cold: 1, warm: 1 };
        bare.set(depth, Math.max(row.rate, bare.get(depth) ?? 0));
        rows.push(row);
      }
    }
    const sides = [await ours(place, wanted)];
    for (const [index] of sides[0].questions.entries()) {
      for (const side of sides) {
        const question = side.questions[index];
        const measured = await load(side.base, question, options);
        rows.push({
          name: question.name,
          ...measured,
          ...side.counts[index],
          ofBare: question.depth && measured.rate / bare.get(question.depth),
        });
      }
    }
    for (const side of sides) await stop(side.child);
  });
  printTable(rows);
  if (options.json) await writeFile(options.json, JSON.stringify({ options, rows }, null, 2));
}

async function ours(place, wanted, checkout) {
  const chosen = async (server) => {
    const list = questions({ ...place, ...server }).filter(({ name }) => wanted.test(name));
    for (const question of list) await question.prepare?.();
    return list;
  };
  const counts = [];
  const counter = await countStatements(place.url);
  const counted = await serve(counter.url, checkout);
  for (const question of await chosen(counted)) counts.push(await single(counted.base, question, counter));
  await stop(counted.child);
  counter.close();
  const server = await serve(place.url, checkout);
  return { ...server, counts, questions: await chosen(server) };
}
