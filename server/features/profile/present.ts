import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { northAmericanParts, type PhoneParts } from '#contract/rules/profile-phone.ts'
import type { Context, Db } from '#server/context.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { holderOf, signTicket } from '#server/http/ticket.ts'
import { findNewEmail, findPhoto, type PhotoRow } from './data.ts'

interface Reading {
  readonly db: Db
  readonly context: Pick<Context, 'ticketKey'>
  readonly account: { readonly id: string; readonly sessionId: string }
  readonly now: Date
}

/** The profile as it is now, read again within the call's transaction. */
export async function readProfile(call: Reading, account: AccountRow) {
  const { countryCode, number } = phoneParts(account.full_phone_number)
  return {
    data: {
      id: account.id,
      type: 'account',
      attributes: {
        email: account.email ?? '',
        first_name: account.first_name,
        last_name: account.last_name,
        country_code: countryCode,
        phone_number: number,
        full_phone_number: account.full_phone_number,
        company_name: account.company_name,
        photo: presentPhoto(call, account, await findPhoto(call.db, account.id, 'view')),
        type: account.type,
        created_at: account.created_at.toISOString(),
        email_proven: account.email_proven_at !== null,
        phone_proven: account.phone_proven_at !== null,
        has_password: account.password_hash !== null,
        new_email: await findNewEmail(call.db, account.id, call.now),
      },
    },
    meta: { role: account.role === 'admin' ? ('admin' as const) : ('surveyor' as const) },
  }
}

/** Three and seven digits of a North American number (spec §5), calling code and the rest of any other. */
export function phoneParts(full: string): PhoneParts {
  const american = northAmericanParts(full)
  if (american) return american
  const parsed = full ? parsePhoneNumberFromString(full) : undefined
  return parsed
    ? { countryCode: parsed.countryCallingCode, number: parsed.nationalNumber }
    : { countryCode: '', number: full.replace(/^\+/, '') }
}

function presentPhoto({ context, now, account: caller }: Reading, account: AccountRow, row: PhotoRow | null) {
  if (!row) return null
  const ticket = signTicket(
    context.ticketKey,
    { what: 'portrait', subject: account.id, rendition: 'view', holder: holderOf(caller) },
    now,
  )
  return {
    url: `/api/files/portrait/${ticket}?v=${row.sha256.slice(0, 12)}`,
    filename: account.photo_filename,
  }
}
