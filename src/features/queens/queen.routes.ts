import { detailRoute, listRoute } from '../../rest/read-routes.js';
import type { Parameter } from '../../rest/parameter-kinds.js';
import type { Route } from '../../rest/route.js';
import { bulkRoute, createRoute, deleteRoute, updateRoute } from '../../rest/write-routes.js';
import { EXTERNAL_ID, GENERATION } from './queen.parameters.js';
import {
  F0_FIELDS,
  ORIGIN_FIELDS,
  QUEEN_SHAPE,
  queenBody,
  queenDetail,
  queenFields,
  type EvaluationEntry,
  type QueenRow,
} from './queen.rest.js';

/** Kinds of queens with their own set of routes: queens of either generation, F0 queens and F1 queens. */
const KINDS = [
  {
    path: '/queens',
    kind: 'Queen',
    title: 'a queen of either generation',
    plural: 'queens of either generation',
    isF0: false,
    generation: undefined,
  },
  {
    path: '/queens/f0',
    kind: 'F0Queen',
    title: 'an F0 queen (breeding stock)',
    plural: 'F0 queens (breeding stock)',
    isF0: true,
    generation: 'F0',
  },
  {
    path: '/queens/f1',
    kind: 'F1Queen',
    title: 'an F1 queen (production)',
    plural: 'F1 queens (production)',
    isF0: false,
    generation: 'F1',
  },
] as const;

/**
 * Parameters of a list (except the generation), and the GraphQL variables and arguments that they set. The feature
 * `queen-list` provides these options.
 */
export interface QueenListOptions {
  parameters: readonly Parameter[];
  variables: string;
  arguments: string;
}

export const queenRoutes = (evaluations: EvaluationEntry, list: QueenListOptions): Route[] =>
  KINDS.flatMap(({ path, kind, title, plural, isF0, generation }) => {
    const fields = isF0 ? F0_FIELDS : queenFields(evaluations);
    const entry = (queen: QueenRow) => queenBody(queen, evaluations);
    const is = (queen: QueenRow) => generation === undefined || queen.generation === generation;
    const detailed = {
      fields: `${fields} ${ORIGIN_FIELDS}`,
      row: (queen: QueenRow) => queenDetail(queen, evaluations),
    };
    const shape = { ...QUEEN_SHAPE, fixed: generation && { generation } };
    const written = {
      kind: `${kind}Detail`,
      takes: `New${kind}`,
      input: 'QueenInput',
      shape,
      extraArguments: generation && `generation: ${generation}`,
    };
    return [
      listRoute({
        path,
        id: `list${kind}s`,
        summary: `List ${plural}, sorted by name`,
        kind,
        field: 'queens',
        fields,
        row: entry,
        parameters: [...(generation ? [] : [GENERATION]), ...list.parameters],
        variables: list.variables,
        arguments: list.arguments,
        fixed: generation && { filter: { generation } },
      }),
      detailRoute({
        path: `${path}/:id`,
        id: `get${kind}`,
        summary: `Get ${title}, with the imported rows that describe her`,
        kind: `${kind}Detail`,
        field: 'queen',
        ...detailed,
        matches: is,
      }),
      createRoute({
        ...detailed,
        ...written,
        path,
        id: `create${kind}`,
        summary: `Create ${title}`,
        field: 'createQueen',
      }),
      bulkRoute({
        ...written,
        path,
        id: `create${kind}s`,
        kind,
        summary: `Create up to 1,000 ${plural}, all or none`,
        field: 'createQueens',
        fields,
        row: entry,
      }),
      updateRoute({
        ...detailed,
        ...written,
        path: `${path}/:id`,
        id: `update${kind}`,
        takes: `${kind}Change`,
        summary: `Update ${title}`,
        field: 'updateQueen',
      }),
      deleteRoute({
        ...written,
        path: `${path}/:id`,
        id: `delete${kind}`,
        summary: `Delete ${title} that no row refers to`,
        field: 'deleteQueen',
      }),
      detailRoute({
        path: `${path}/lookup`,
        id: `lookup${kind}`,
        summary: `Get ${title} by an external identifier`,
        kind: `${kind}Detail`,
        problems: { 404: '`not_found`: no such queen has this identifier.' },
        field: 'queenByExternalId',
        variables: '$externalId: String!',
        arguments: 'externalId: $externalId',
        parameters: [EXTERNAL_ID],
        ...detailed,
        noun: 'queen',
        matches: is,
      }),
    ];
  });
