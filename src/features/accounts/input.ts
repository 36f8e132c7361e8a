import { z } from 'zod';
import { invalid, type Fault } from '../../core/errors.js';
import type { FaultCode } from '../../core/fault-codes.js';
import { normalize } from '../../validation/normalize.js';
import { ValueFault as Refused, type Rule } from '../../validation/rule.js';
import { accountName as nameRule } from './account.checks.js';

const codePoints = (text: string) => [...text].length;
const text = z.string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') });

/** Message, code and parameters of a fault, for `faultsOf`. */
const faultDetails = (message: string, code: FaultCode, params: Record<string, unknown> = {}) => ({
  message,
  params: { code, params },
});

/** Email address in the format of `<input type="email">`, converted to lower case. */
export const email = text
  .transform((address) => normalize(address.trim(), 'NFC').toLowerCase())
  .refine(
    (address) => address.length <= 254 && z.regexes.html5Email.test(address),
    faultDetails('must be an email address', 'must_be', { expected: 'an e-mail address', kind: 'email' }),
  )
  .meta({
    format: 'email',
    maxLength: 254,
    pattern: z.regexes.html5Email.source,
    description: 'Email address used to sign in.',
  });

export const accountName = byRule(nameRule, 'Name of the account.');

/** Wraps a domain rule as a zod schema. */
function byRule<T>(rule: Rule<T>, description: string) {
  const schema = z.unknown().transform((input, context): T => {
    const value = input === undefined ? new Refused('is required', [], 'required') : rule.read(input);
    if (value !== null && !(value instanceof Refused)) return value;
    const message = value instanceof Refused ? value.message : `must be ${rule.what}`;
    const { code, params } = value instanceof Refused ? value : new Refused(message);
    context.addIssue({ code: 'custom', ...faultDetails(message, code, params) });
    return z.NEVER;
  });
  return schema.meta({ ...rule.schema, description });
}

export const newPassword = text
  .refine(
    (password) => codePoints(password) >= 10,
    faultDetails('must have at least 10 characters', 'too_few_characters', { least: 10 }),
  )
  .refine(
    (password) => codePoints(password) <= 1000,
    faultDetails('must have at most 1000 characters', 'too_long', { most: 1000 }),
  )
  .meta({ minLength: 10, maxLength: 1000, description: 'New password.' });

/** Text without a format. The text is only compared with a stored value. */
const anyText = (description: string) => text.meta({ description });

export const NEW_ACCOUNT = { email, name: accountName, password: newPassword };
export const SIGN_IN = { email: anyText('Email address used to sign in.'), password: anyText('Password.') };
export const PASSWORD_CHANGE = { current_password: anyText('Current password.'), new_password: newPassword };
export const ACCOUNT_DELETION = { password: anyText('Current password.') };
export const PASSWORD_RESET = { token: anyText('Token from the one-time link.'), new_password: newPassword };

/**
 * Validates a body. Unknown members are faults.
 * @throws {ServiceError} `validation_failed` with all faults
 */
export function check<Shape extends z.ZodRawShape>(shape: Shape, body: unknown): z.infer<z.ZodObject<Shape>> {
  const result = z.strictObject(shape).safeParse(body);
  if (!result.success) throw invalid(faultsOf(result.error));
  return result.data;
}

export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((path) => ({ path, message: 'is unknown' }))
      : [{ path: issue.path.join('.'), message: issue.message, ...codeOf(issue) }],
  );
}

function codeOf(issue: z.core.$ZodIssue): Pick<Fault, 'code' | 'params'> {
  if (issue.code === 'custom') return (issue.params ?? {}) as Pick<Fault, 'code' | 'params'>;
  return issue.code === 'invalid_type' ? { code: 'required' } : {};
}
