import { TRAIT_WORDS } from '../../../core/traits.js';
import type { BodyShape } from '../../../rest/body-shape.js';
import { selection, toRest } from '../../../rest/members.js';
import { weightsRule } from './weights.checks.js';

export const WEIGHTS_FIELDS = `weights { ${selection(TRAIT_WORDS)} }`;
export const INDEX_WEIGHTS_FIELDS = `${WEIGHTS_FIELDS} updatedAt`;

/** Rule for weights with REST names of traits. */
export const WEIGHTS_RULE = weightsRule(TRAIT_WORDS);

export const INDEX_WEIGHTS_SHAPE: BodyShape = {
  members: { weights: 'weights' },
  rules: { weights: WEIGHTS_RULE },
  required: ['weights'],
  readOnly: ['updated_at'],
};

export interface IndexWeightsRow {
  weights: object;
  updatedAt: string | null;
}

/** Weights with REST names of traits. */
export const weightsBody = (weights: object): Record<string, unknown> => toRest(TRAIT_WORDS, weights);

export const indexWeightsBody = ({ weights, updatedAt }: IndexWeightsRow): Record<string, unknown> => ({
  weights: weightsBody(weights),
  updated_at: updatedAt,
});
