import { defineRoute, type Route } from '../../../rest/route.js';
import { MATING_PLAN_FIELDS, MATING_PLAN_SHAPE, matingPlanBody, type MatingPlanRow } from './mating-plan.rest.js';

export const matingPlanRoutes: Route[] = [
  defineRoute<{ plan: MatingPlanRow }>({
    method: 'POST',
    path: '/ebv/mating-plans',
    id: 'planMatings',
    summary: 'Rank planned matings by the expected values, index and inbreeding of the offspring',
    returns: { body: 'MatingPlan' },
    body: { component: 'NewMatingPlan' },
    document: `query ($input: MatingPlanInput!) { plan: planMatings(input: $input) { ${MATING_PLAN_FIELDS} } }`,
    shape: MATING_PLAN_SHAPE,
    answer: ({ plan }) => ({ body: matingPlanBody(plan) }),
  }),
];
