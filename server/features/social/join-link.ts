import * as z from 'zod/mini'
import type { Context, Db } from '#server/context.ts'
import { onlyClaimsAddress } from '#server/features/accounts/claimed-address.ts'
import { type AccountRow, findAccountByEmail, lockAccount } from '#server/features/accounts/data.ts'
import { issueLink, type MailedLinkRow } from '#server/features/codes/mailed-link.ts'
import { mailJoinProof } from './notify-owner.ts'
import type { ProvenSocial } from './verify-social.ts'

/** The identity that a mailed link joins. */
const Detail = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** The address at the provider, and the one here that the link was sent to. */
  email: z.string(),
  sentTo: z.string(),
})
export type JoinDetail = z.infer<typeof Detail>

interface Mailing {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Sends nothing if the account cannot be opened, or only claims the address; the caller gets the same answer.
 */
export async function sendJoinLink(call: Mailing, { person, provider }: ProvenSocial): Promise<void> {
  const { db, context, now } = call
  const account = await findAccountByEmail(db, person.email)
  if (!account || onlyClaimsAddress(account)) return
  const { issuer, subject, email } = person
  const link = await issueLink(
    context,
    db,
    {
      purpose: 'join-social',
      accountId: account.id,
      life: context.config.resetTtl,
      detail: { provider, issuer, subject, email, sentTo: account.email ?? '' },
    },
    now,
  )
  await mailJoinProof(call, account, { provider, email }, link)
}

/**
 * Returns the link's locked account and the identity to join; null if its address has changed or is only
 * claimed.
 */
export async function linkedAccount(
  db: Db,
  link: MailedLinkRow,
): Promise<{ account: AccountRow; detail: JoinDetail } | null> {
  const detail = z.safeParse(Detail, link.detail)
  const account = await lockAccount(db, link.account_id)
  if (!account || !detail.success || account.email !== detail.data.sentTo) return null
  if (onlyClaimsAddress(account)) return null
  return { account, detail: detail.data }
}
