import { ERRORS } from '../core/errors.js';
import { FAULT_CODES } from '../core/fault-codes.js';
import { LEVELS, RESOURCES } from '../auth/permissions.js';
import { MAX_PAGE_ROWS } from '../graphql/max-page-rows.js';
import { answerObject, listOf, type Components } from './json-schema.js';

export const page = { limit: 20, offset: 0, total: 1, next_cursor: null };

/** Components that all operations share. */
export const commonComponents: Components = {
  Page: {
    schema: answerObject('Position of a page in its list.', {
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_PAGE_ROWS,
        description: 'Maximum number of rows on the page, from the request.',
      },
      offset: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Number of rows before this page; null if the request has a cursor.',
      },
      total: { type: 'integer', minimum: 0, description: 'Number of matching rows on all pages.' },
      next_cursor: { type: ['string', 'null'], description: 'Cursor of the next page; null on the last page.' },
    }),
    example: page,
  },
  Problem: {
    schema: {
      ...answerObject(
        'An error (RFC 9457). With some codes, the object has more members than listed here.',
        {
          type: {
            type: 'string',
            format: 'uri-reference',
            description: 'Always `about:blank`; `code` states the kind of error.',
          },
          title: { type: 'string', description: 'Title of the kind of error.' },
          status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status of the response.' },
          detail: { type: 'string', description: 'Description of the error.' },
          code: {
            type: 'string',
            description: 'Stable code of the kind of error.',
            enum: Object.keys(ERRORS),
          },
          error: { type: 'string', description: 'Copy of `detail` for older clients.' },
          errors: listOf(
            answerObject(
              'One invalid part of the input.',
              {
                path: {
                  type: 'string',
                  description:
                    'Invalid member or parameter, such as `external_identifiers.0.value`; empty for the whole input.',
                },
                message: { type: 'string', description: 'Description of valid input.' },
                code: { type: 'string', description: 'Stable code of the fault.', enum: FAULT_CODES },
                params: {
                  type: 'object',
                  additionalProperties: true,
                  description: 'Parameters for a translation of the message.',
                },
              },
              ['code', 'params'],
            ),
            'All invalid parts of the input.',
          ),
          required: answerObject('With `insufficient_permission`: the missing permission.', {
            resource: { type: 'string', enum: Object.keys(RESOURCES), description: 'Resource.' },
            level: { type: 'string', enum: Object.keys(LEVELS).slice(1), description: 'Level.' },
          }),
          request_id: {
            type: 'string',
            description: 'With status 500 and 503: the value of `X-Request-Id`, for reporting the error.',
          },
        },
        ['errors', 'required', 'request_id'],
      ),
      additionalProperties: true,
    },
    example: {
      type: 'about:blank',
      title: ERRORS.validation_failed.title,
      status: ERRORS.validation_failed.status,
      detail: `limit: must be a whole number from 1 to ${MAX_PAGE_ROWS}`,
      code: 'validation_failed',
      error: `limit: must be a whole number from 1 to ${MAX_PAGE_ROWS}`,
      errors: [{ path: 'limit', message: `must be a whole number from 1 to ${MAX_PAGE_ROWS}` }],
    },
  },
};
