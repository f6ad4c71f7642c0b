import * as z from 'zod/mini'
import { limits } from '../limits.ts'
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

/** Exactly ten digits, in whatever groups and with or without the +1 of their country; with it, as it is dialled. */
export const guestPhonePattern = /^(?:\+1)?\d{10}$/

/** What people put between the digits. */
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
