import { ERRORS } from '../core/errors.js';
import { LEVELS, RESOURCES } from '../auth/permissions.js';
import { answerObject, listOf, type Components } from './json-schema.js';

export const page = { limit: 20, offset: 0, total: 1, next_cursor: null };

/** What every kind of answer has. */
export const commonComponents: Components = {
  Page: {
    schema: answerObject('Where a page stands in its list.', {
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Rows of a page, as asked.' },
      offset: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Rows before this page; null to one who walks by cursor, for it is not counted there.',
      },
      total: { type: 'integer', minimum: 0, description: 'Rows that match, over all pages.' },
      next_cursor: { type: ['string', 'null'], description: 'The `cursor` of the next page; null at the end.' },
    }),
    example: page,
  },
  Problem: {
    schema: {
      ...answerObject(
        'An error (RFC 9457). Some codes bring members of their own besides.',
        {
          type: { type: 'string', format: 'uri-reference', description: '`about:blank`: `code` tells the kind.' },
          title: { type: 'string', description: 'The kind, in words.' },
          status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer.' },
          detail: { type: 'string', description: 'What is wrong here, in words.' },
          code: {
            type: 'string',
            description: 'The kind, as a stable word.',
            enum: Object.keys(ERRORS),
          },
          error: { type: 'string', description: 'The detail again, for older clients.' },
          errors: listOf(
            answerObject('A fault.', {
              path: {
                type: 'string',
                description:
                  'The faulty member or parameter, such as `external_identifiers.0.value`; empty: the whole.',
              },
              message: { type: 'string', description: 'What would be right.' },
            }),
            'Every faulty part of the input.',
          ),
          required: answerObject('Of `insufficient_permission`: what the key lacks.', {
            resource: { type: 'string', enum: Object.keys(RESOURCES), description: 'The resource.' },
            level: { type: 'string', enum: Object.keys(LEVELS).slice(1), description: 'The level.' },
          }),
          request_id: { type: 'string', description: 'Of 500 and 503: `X-Request-Id` again, to ask about it by.' },
        },
        ['errors', 'required', 'request_id'],
      ),
      additionalProperties: true,
    },
    example: {
      type: 'about:blank',
      title: ERRORS.validation_failed.title,
      status: ERRORS.validation_failed.status,
      detail: 'limit: must be a whole number from 1 to 100',
      code: 'validation_failed',
      error: 'limit: must be a whole number from 1 to 100',
      errors: [{ path: 'limit', message: 'must be a whole number from 1 to 100' }],
    },
  },
};
