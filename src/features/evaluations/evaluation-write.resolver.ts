import { writeResolver } from '../writes/write-resolver.js';
import { EvaluationInput } from './evaluation-write.input.js';
import { Evaluation } from './evaluation.entity.js';
import { saveEvaluations } from './write-evaluations.js';

export const EvaluationWriteResolver = writeResolver({
  entity: Evaluation,
  input: EvaluationInput,
  resource: 'evaluations',
  noun: 'Evaluation',
  plural: 'Evaluations',
  save: saveEvaluations,
});
