import { asProblem } from '../data/problem.js';
import { ask, graphql } from '../data/graphql.js';
import { rest } from '../data/rest.js';
import { requestTimeout, isRejection } from './requests.js';
import type { InspectionDraft, QueenBody } from './inspection-drafts.js';

const CORRECT = graphql(`
  mutation CorrectSuccessor($inputs: [QueenChangeInput!]!) {
    updateQueens(inputs: $inputs) {
      id
    }
  }
`);

/** The requests that earlier attempts to save the inspection have sent, with or without a response. */
export type Progress = Pick<InspectionDraft, 'created' | 'sentLines'>;

/** A daughter of an F0 queen is F1. Any other new queen is F0, because an F0 queen may have an unknown dam. */
function bodyOf({ inspection: { newQueen }, colony }: InspectionDraft, generation: string): QueenBody {
  const { name, externalId, isDaughter } = newQueen;
  return {
    generation: isDaughter && generation === 'F0' ? 'F1' : 'F0',
    queen_name: name.trim() || null,
    external_id: externalId.trim() || null,
    mother_id: isDaughter ? colony.queenId : null,
  };
}

type Created = Required<NonNullable<InspectionDraft['created']>>;

const isSameBody = (a: QueenBody, b: QueenBody): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Creates the new queen. After an attempt without a response, sends the same request again. If the attempt has created
 * the queen, the response contains her. Later changes of the user are then written with another request.
 * @returns the id of the new queen
 */
export async function createQueen(
  draft: InspectionDraft,
  generation: string,
  note: (progress: Progress) => void,
): Promise<string> {
  const body = bodyOf(draft, generation);
  const { as, id } = await existing();
  if (isSameBody(as, body)) return id;
  const { generation: next, queen_name: name, external_id: externalId, mother_id: motherId } = body;
  await ask(CORRECT, { inputs: [{ id, generation: next, name, externalId, motherId }] }, requestTimeout());
  note({ created: { as: body, id } });
  return id;

  async function existing(): Promise<Created> {
    const { as: sent, id: known } = draft.created ?? { as: body };
    if (known !== undefined) return { as: sent, id: known };
    try {
      return await send(sent);
    } catch (error) {
      // The earlier attempt has created nothing, so the present values are sent.
      if (isSameBody(sent, body) || !isRejection(asProblem(error))) throw error;
      return send(body);
    }
  }

  async function send(sent: QueenBody): Promise<Created> {
    note({ created: { as: sent } });
    try {
      const options = { headers: { 'Idempotency-Key': draft.creationKey }, signal: requestTimeout() };
      const created = { as: sent, id: (await rest<{ id: string }>('POST', '/api/v1/queens', sent, options)).id };
      note({ created });
      return created;
    } catch (error) {
      if (isRejection(asProblem(error))) note({ created: undefined });
      throw error;
    }
  }
}
