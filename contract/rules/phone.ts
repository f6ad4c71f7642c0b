import * as z from 'zod/mini'
import { required } from './required.ts'

/** '+' country code and number; spaces and dashes are taken out (spec §5 Phone: a permissive pattern). */
export const FullPhone = z.pipe(
  z
    .string()
    .check(
      z.maxLength(32, 'accounts.phoneNotValid'),
      z.regex(/^\+?[\d ().-]{5,31}$/, 'accounts.phoneNotValid'),
    ),
  z.transform((text) => `+${text.replace(/\D/g, '')}`),
)

/** A number that a code can be sent to: E.164 has no more than fifteen digits. */
export const MobilePhone = z.pipe(
  FullPhone,
  z.string().check(z.regex(/^\+\d{7,15}$/, 'accounts.phoneNotValid')),
)

/** The same where the call is about nothing else. */
export const RequiredPhone = z.pipe(
  z.string(required('recovery.phoneRequired')).check(z.minLength(1, 'recovery.phoneRequired')),
  MobilePhone,
)

/** May be left out: of a form's country code and number that nobody filled in stays '', a lone '+' or null. */
export const OptionalPhone = z.nullish(
  z.pipe(
    z
      .string()
      .check(
        z.maxLength(32, 'accounts.phoneNotValid'),
        z.regex(/^(?:\+?|\+?[\d ().-]{5,31})$/, 'accounts.phoneNotValid'),
      ),
    z.transform((text) => text.replace(/\D/g, '').replace(/^(?=\d)/, '+')),
  ),
)
