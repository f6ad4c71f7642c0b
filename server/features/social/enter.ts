import { v7 as newId } from 'uuid'
import type * as z from 'zod/mini'
import type { SessionReply } from '#contract/accounts/session-reply.ts'
import type { Context, Db } from '#server/context.ts'
import { dropClaimedAddress, onlyClaimsAddress } from '#server/features/accounts/claimed-address.ts'
import {
  type AccountRow,
  addAccount,
  findUndeletedAccount,
  lockAccount,
} from '#server/features/accounts/data.ts'
import { type Place, recordLogin } from '#server/features/accounts/password/login-place.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { spendAttempt } from './attempt.ts'
import { addIdentity, findIdentity, forgetDeletedOwner } from './data.ts'
import type { ProvenSocial } from './verify-social.ts'

/** The handler's call: its transaction, and where it came from. */
export interface Entering extends Place {
  readonly context: Context
  readonly db: Db
}

export interface Entered {
  readonly reply: z.output<typeof SessionReply>
  readonly account: AccountRow
  /** The account was made by this call; its address may still have to be proven (`email_proven_at`). */
  readonly created: boolean
}

type EntryFailure = Failure<
  'social.refused' | 'social.over' | 'social.unknown' | 'social.emailNotProven' | 'social.joinNeeded'
>

/**
 * Opens the account of a proven identity, within the call's transaction; with `create` makes one if there is
 * none. An identity whose address belongs to an account is never joined to it here: that takes its password or
 * a mailed link. After a refusal the proof stays valid for the next step (`secret` alone).
 */
export async function enterSocial(
  call: Entering,
  proven: ProvenSocial,
  { create, remember = false }: { readonly create: boolean; readonly remember?: boolean },
): Promise<Entered | EntryFailure> {
  const { db, now } = call
  const { person, provider } = proven
  if (!(await spendAttempt(db, proven.attemptId))) return fail('social.over')
  const identity = await findIdentity(db, person)
  const owner = identity ? await findUndeletedAccount(db, { id: identity.account_id }) : null
  if (owner?.disabled_at) {
    await recordAudit(call.context.db, call, {
      action: 'login.failed',
      accountId: owner.id,
      detail: { by: 'social', provider },
    })
    return fail('social.refused')
  }
  if (owner) {
    // The address's owner may meanwhile have removed the earlier login methods.
    const current = await lockAccount(db, owner.id)
    if (!current || (await findIdentity(db, person))?.account_id !== current.id) return fail('social.refused')
    return opened(call, current, provider, { remember, created: false })
  }

  // Their own address, for the question that follows.
  const whose = { more: [{ account_email: person.email }] }
  const addressed = person.email ? await findUndeletedAccount(db, { email: person.email }) : null
  // Someone who has proven an address is not kept from their own account by someone who has not.
  const claims = addressed !== null && person.emailVouched && onlyClaimsAddress(addressed)
  if (addressed && !claims) return fail('social.joinNeeded', whose)
  if (!isGoodForAccount(proven)) return fail('social.emailNotProven')
  if (!create) return fail('social.unknown', whose)
  if (identity) await forgetDeletedOwner(db, identity.id)
  if (claims) await takeClaimedAddress(call, addressed)
  const account = await addAccount(
    db,
    {
      id: newId(),
      type: 'SocialAccount',
      email: person.email,
      emailProvenAt: person.emailVouched ? now : null,
      passwordHash: null,
      passwordIsOwn: true,
      firstName: person.firstName,
      lastName: person.lastName,
      phone: '',
      role: 'surveyor',
    },
    now,
  )
  await addIdentity(db, account.id, provider, person, now)
  await recordAudit(db, call, {
    action: 'account.created',
    accountId: account.id,
    detail: { by: 'social', provider },
  })
  return opened(call, account, provider, { remember, created: true })
}

async function takeClaimedAddress(call: Entering, { id }: AccountRow): Promise<void> {
  await dropClaimedAddress(call.db, id)
  await recordAudit(call.db, call, {
    action: 'account.changed',
    accountId: null,
    target: { type: 'account', id },
    detail: { what: 'email', by: 'social' },
  })
}

/**
 * Facebook does not say whether an address is proven: like one typed at sign-up, it is confirmed by mail
 * afterwards. With all others, no proof means that the provider itself does not trust the address.
 */
function isGoodForAccount({ person, provider }: ProvenSocial): boolean {
  return person.email !== '' && (person.emailVouched || provider === 'facebook')
}

async function opened(
  call: Entering,
  account: AccountRow,
  provider: string,
  { remember, created }: { readonly remember: boolean; readonly created: boolean },
): Promise<Entered> {
  await recordLogin(call.db, call, account.id, { by: 'social', provider })
  return { reply: await openSession(call, account, remember), account, created }
}
