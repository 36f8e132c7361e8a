import type { TestResponse, Client } from '../support/service.js';
import type { MarkedService } from './marked-service.js';

/**
 * A request that changes nothing, or that fails with an error about rows. The request itself contains no marks
 * (`resource-markers.ts`).
 */
export interface FailingRequest {
  name: string;
  send(client: Client): Promise<TestResponse>;
}

export function failingRequests({ id, imports }: MarkedService): FailingRequest[] {
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): FailingRequest => ({
    name: `${method} ${path} ${JSON.stringify(body ?? '')} ${JSON.stringify(headers)}`,
    send: (client) => client.request(method, `/api/v1${path}`, body, { headers }),
  });
  const mutation = (text: string): FailingRequest => ({
    name: text,
    send: (client) => client.graphql(`mutation { ${text} }`),
  });
  const queens = [id.sire, id.dam, id.queen, id.twin, id.daughter];
  const merges = [
    [id.queen, id.twin],
    [id.twin, id.queen],
    [id.queen, id.daughter],
    [id.dam, id.queen],
    [id.daughter, id.twin],
  ] as const;
  const test = (queen_id: string, eval_year: number, more = {}) => ({ queen_id, eval_year, gentleness: 1, ...more });
  return [
    ...queens.flatMap((queen) => [
      send('DELETE', `/queens/${queen}`),
      mutation(`deleteQueen(id: "${queen}") { id }`),
      send('PUT', `/queens/${queen}`, {}),
      send('PUT', `/queens/${queen}`, { evaluations: [], inbreeding: 7 }),
      send('PUT', `/queens/${queen}`, {}, { 'If-Match': '"other"' }),
    ]),
    ...[id.apiary, id.other].flatMap((apiary) => [
      send('DELETE', `/apiaries/${apiary}`),
      mutation(`deleteApiary(id: "${apiary}") { id }`),
      send('PUT', `/apiaries/${apiary}`, {}),
    ]),
    send('DELETE', `/hives/${id.hive}`),
    send('PUT', `/hives/${id.hive}`, {}),
    send('PUT', `/queens/evaluations/${id.evaluation}`, {}),
    send('PUT', '/account', {}),
    ...merges.flatMap(([keep, other]) => [
      send('GET', `/queens/${keep}/merge?queen_id=${other}`),
      send('POST', `/queens/${keep}/merge`, { queen_id: other }),
      mutation(`mergeQueens(keepId: "${keep}", mergeId: "${other}") { id name }`),
    ]),
    ...Object.values(imports).flatMap((each) => [
      send('GET', `/imports/${each}`),
      send('GET', `/imports/${each}/rows`),
    ]),
    ...[imports.built, imports.trial, imports.faulty].flatMap((each) => [
      send('POST', `/imports/${each}/undo`),
      send('POST', `/imports/${each}/decisions`, { rows: [{ row: 2, cells: { Wasp: 'x' } }], mapping: { Wasp: 'x' } }),
      mutation(`undoImport(id: "${each}") { id errors { message } }`),
    ]),
    // Duplicate names and invalid links.
    send('POST', '/hives', { name: 'New', queen_id: id.queen }),
    send('POST', '/hives', { name: 'New', queen_id: id.twin }),
    send('PUT', `/hives/${id.third}`, { queen_id: id.queen, apiary_id: id.apiary }),
    send('PUT', `/hives/${id.second}`, { apiary_id: id.other, name: 'Other', queen_id: id.dam, wasp: 1 }),
    send('POST', '/queens/evaluations', test(id.queen, 1987, { apiary_id: id.apiary })),
    send('POST', '/queens/evaluations', test(id.twin, 1986)),
    send('POST', '/queens/evaluations', test(id.queen, 1900, { hive_id: id.hive, gentleness: 9 })),
    send('PUT', `/queens/evaluations/${id.evaluation}`, { eval_year: 1986, apiary_id: id.other }),
    send('PUT', `/queens/evaluations/${id.evaluation}`, { hyg24_cleaned: 1 }),
    send('PUT', `/queens/${id.dam}`, { birth_date: '1999' }),
    send('PUT', `/queens/${id.dam}`, { mother_id: id.daughter }),
    send('PUT', `/queens/${id.queen}`, { father_id: id.dam }),
    send('PUT', `/queens/${id.queen}`, { father_id: id.twin, birth_date: '1900' }),
    send('POST', '/queens/f1', { queen_name: 'New', mother_id: id.daughter, birth_date: '1900' }),
    // Computations and their errors.
    ...(['own_drones', 'drone_producing_daughters'] as const).map((use) =>
      send('POST', '/ebv/mating-plans', { queen_ids: [id.queen, id.dam], drone_mother_ids: [id.twin, id.sire], use }),
    ),
    send('POST', '/ebv/mating-plans', { queen_ids: [id.queen], drone_mother_ids: [id.queen], use: 'own_drones' }),
    send('POST', '/ebv/runs', { traits: ['honey'], parameters: { honey: {} } }),
    send('PUT', '/ebv/index-weights', { weights: {} }),
    // Filters that use another resource.
    send('GET', `/ebv/ranking?search=z&limit=1`),
    send('GET', `/ebv/latest?queen_id=${id.queen}&limit=1`),
    send('GET', `/queens/evaluations?apiary_id=${id.apiary}&limit=1`),
  ];
}
