import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { required } from './required.ts'

/** '+' country code and number; removes spaces and dashes (spec §5 Phone: a permissive pattern). */
export const FullPhone = z.pipe(
  z
    .string()
    .check(
      z.maxLength(32, 'accounts.phoneNotValid'),
      z.regex(/^\+?[\d ().-]{5,31}$/, 'accounts.phoneNotValid'),
    ),
  z.transform((text) => `+${text.replace(/\D/g, '')}`),
)

/** A number that can receive a code: E.164 has at most fifteen digits. */
export const MobilePhone = z.pipe(
  FullPhone,
  z.string().check(z.regex(/^\+\d{7,15}$/, 'accounts.phoneNotValid')),
)

/** The same, required, for calls about only the number. */
export const RequiredPhone = z.pipe(
  z.string(required('recovery.phoneRequired')).check(z.minLength(1, 'recovery.phoneRequired')),
  MobilePhone,
)

/** Exactly ten digits in any grouping, with or without +1; returned with it. */
export const guestPhonePattern = /^(?:\+1)?\d{10}$/

/** Removes separators between digits. */
export function bareNumber(typed: string): string {
  return typed.replaceAll(/[\s().-]/g, '')
}

export const GuestPhone = z.pipe(
  z.pipe(
    z.string(required('accounts.phoneNotValid')).check(z.maxLength(32, 'accounts.phoneNotValid')),
    z.transform(bareNumber),
  ),
  z.pipe(
    z.string().check(z.regex(guestPhonePattern, 'accounts.phoneNotValid')),
    z.transform((digits) => `+1${digits.slice(-limits.guestPhoneDigits)}`),
  ),
)

/** Optional: an empty form's country code and number arrive as '', a lone '+' or null. */
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
