import * as z from 'zod/mini'

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
