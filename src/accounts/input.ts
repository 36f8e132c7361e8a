import { z } from 'zod';
import { invalid, type Fault } from '../errors.js';

const codePoints = (text: string) => [...text].length;
const text = z.string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') });

/** As browsers check `<input type="email">`; kept and compared in lower case. */
export const email = text
  .transform((given) => given.trim().normalize('NFC').toLowerCase())
  .refine((given) => given.length <= 254 && z.regexes.html5Email.test(given), 'must be an e-mail address');

export const accountName = text
  .transform((given) => given.trim())
  .refine((name) => name !== '' && codePoints(name) <= 100, 'must have 1 to 100 characters')
  .refine((name) => !/\p{Cc}/u.test(name), 'must not hold control characters');

export const newPassword = text
  .refine((password) => codePoints(password) >= 10, 'must have 10 characters or more')
  .refine((password) => codePoints(password) <= 1000, 'must have 1000 characters or fewer');

/** What is compared only: whatever it is, it is right or wrong. */
export const anyText = text;

/** Checks a body against a strict object. @throws {ServiceError} `validation_failed` with every fault */
export function check<Shape extends z.ZodRawShape>(shape: Shape, body: unknown): z.infer<z.ZodObject<Shape>> {
  const result = z.strictObject(shape).safeParse(body);
  if (!result.success) throw invalid(faultsOf(result.error));
  return result.data as z.infer<z.ZodObject<Shape>>;
}

export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((path) => ({ path, message: 'is not known here' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
}
