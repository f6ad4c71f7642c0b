import * as agreed from '#contract/accounts/social.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import {
  type AccountRow,
  findAccount,
  findUndeletedAccount,
  holdsPassword,
} from '#server/features/accounts/data.ts'
import { countLoginMethods } from '#server/features/accounts/login-methods.ts'
import { recordLogin } from '#server/features/accounts/password/login-place.ts'
import { verifyCurrentPassword } from '#server/features/accounts/password/verify-password.ts'
import { isFresh } from '#server/features/accounts/sessions/data.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { liveLink, useLink } from '#server/features/codes/mailed-link.ts'
import { countSendRequest } from '#server/features/codes/sending-limits.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { addAttempt, provenAttempt, spendAttempt } from './attempt.ts'
import * as data from './data.ts'
import type { Entering } from './enter.ts'
import { linkedAccount, sendJoinLink } from './join-link.ts'
import { checkJoinPassword } from './join-password.ts'
import { notifyJoined, notifyParted } from './notify-owner.ts'
import type { Person } from './person.ts'
import { presentAttempt, presentIdentity, presentProvider } from './present.ts'
import { providerName } from './providers.ts'
import { prepareStart } from './start.ts'
import { verifySocial } from './verify-social.ts'

export const socialRoutes = [
  serve(agreed.socialProviders, async ({ context }) => ({
    data: context.config.social.map(presentProvider),
  })),
  servePrepared(
    agreed.startSocial,
    { prepare: ({ context, body }) => prepareStart(context, body.data.attributes.provider) },
    async ({ db, now }, { provider, secrets, address }) => {
      const id = await addAttempt(db, { provider, accountId: null }, secrets, now)
      return presentAttempt(id, secrets, address)
    },
  ),
  servePrepared(
    agreed.joinByPassword,
    { prepare: (call) => checkJoinPassword(call.context, call.body.data.attributes, call) },
    async (call, { account, proven }) => {
      const { db, body, now } = call
      const { person, provider } = proven
      if (!(await holdsPassword(db, account))) return fail('social.passwordWrong')
      if (!(await spendAttempt(db, proven.attemptId))) return fail('social.over')
      const joined = await join(call, account, { ...person, provider }, 'password')
      if (joined instanceof Failure) return joined
      const kept = await data.dropOneTimePassword(db, account)
      if (person.emailVouched) await data.setEmailProven(db, kept, now)
      return openJoined(call, kept, provider, body.data.attributes.remember_me ?? false)
    },
  ),
  servePrepared(
    agreed.mailJoinLink,
    {
      prepare: async ({ context, body, address, now }) => {
        const waiting = await provenAttempt(context.db, body.data.attributes.secret, null, now)
        if (!waiting) return fail('social.over')
        const { person, attempt } = waiting
        // Someone whose address is unproven must not make its owner click.
        if (!person.emailVouched) return fail('social.emailNotProven')
        const asked = { kind: 'join-social', target: person.email, address }
        const refused = await countSendRequest(context.db, asked, now)
        return refused ?? { attemptId: attempt.id, provider: attempt.provider, person }
      },
    },
    async (call, proven) => {
      await sendJoinLink(call, proven)
      const minutes = Math.round(call.context.config.resetTtl / 60_000)
      const key = deliveryNotice('social.joinMailSent', call.context.config.smtp !== null)
      return { data: { message: t(key, { email: proven.person.email, minutes }) } }
    },
  ),
  serve(agreed.joinLinkDetails, async ({ db, context, body, now }) => {
    const link = await liveLink(db, 'join-social', body.data.attributes.token, now)
    const linked = link && (await linkedAccount(db, link))
    if (!link || !linked) return fail('link.expired')
    const { account, detail } = linked
    return {
      data: {
        id: link.id,
        type: 'social_join',
        attributes: {
          provider: providerName(context.config, detail.provider),
          who: detail.email,
          email: account.email ?? '',
          replaces_all: account.email_proven_at === null,
        },
      },
    }
  }),
  serve(agreed.joinByLink, async (call) => {
    const { db, body, now } = call
    const link = await useLink(db, 'join-social', body.data.attributes.token, now)
    const linked = link && (await linkedAccount(db, link))
    if (!linked) return fail('link.expired')
    const { account, detail } = linked
    if (!account.email_proven_at) {
      await data.removeOtherLoginMethods(db, account)
      await recordAudit(db, call, {
        action: 'session.ended',
        accountId: account.id,
        detail: { by: 'social' },
      })
    }
    const joined = await join(call, account, detail, 'mail')
    if (joined instanceof Failure) return joined
    const kept = await data.dropOneTimePassword(db, account)
    await data.setEmailProven(db, kept, now)
    return openJoined(call, kept, detail.provider, false)
  }),
  serve(agreed.socialAccounts, async ({ db, context, account }) => {
    const rows = await data.listIdentities(db, account.id)
    return { data: rows.map((row) => presentIdentity(context.config, row)) }
  }),
  servePrepared(
    agreed.startJoining,
    {
      prepare: async (call) => {
        const { context, account: caller, body, now } = call
        const { provider, current_password } = body.data.attributes
        const account = await findAccount(context.db, caller.id)
        if (!account) return fail('request.notFound')
        if (!(await isFresh(context.db, caller.sessionId, now))) {
          if (account.password_hash === null) return fail('social.logInAgain')
          if (!current_password) return fail('social.confirmFirst')
          const refused = await verifyCurrentPassword(call, account, current_password)
          if (refused?.code === 'password.wrong')
            return fail('social.confirmFirst', { message: 'passkeys.wrongPassword' })
          if (refused) return refused
        }
        return prepareStart(context, provider)
      },
    },
    async ({ db, account, now }, { provider, secrets, address }) => {
      const id = await addAttempt(db, { provider, accountId: account.id }, secrets, now)
      return presentAttempt(id, secrets, address)
    },
  ),
  servePrepared(
    agreed.joinSocial,
    {
      prepare: (call) => verifySocial(call.context, call.body.data.attributes, call, call.account.id),
    },
    async (call, { attemptId, provider, person }) => {
      const account = await lockCaller(call.db, call.account)
      if (!account) return fail('request.notFound')
      if (!(await spendAttempt(call.db, attemptId))) return fail('social.over')
      const joined = await join(call, account, { ...person, provider }, 'session')
      return joined instanceof Failure ? joined : { data: presentIdentity(call.context.config, joined) }
    },
  ),
  serve(agreed.partSocial, async (call) => {
    const { db, account: caller, params } = call
    const ways = await countLoginMethods(db, caller.id)
    const parted = await data.removeIdentity(db, caller.id, params.id)
    if (!parted) return fail('request.notFound')
    if (ways <= 1) return fail('account.lastWayIn')
    await recordAudit(db, call, {
      action: 'social.unlinked',
      accountId: caller.id,
      target: { type: 'social_identity', id: parted.id },
      detail: { provider: parted.provider },
    })
    const account = await findAccount(db, caller.id)
    if (account) await notifyParted(call, account, parted)
    return { data: { message: t('social.removed') } }
  }),
]

type Joining = Pick<Person, 'issuer' | 'subject' | 'email'> & { readonly provider: string }

/**
 * Joins an identity to an account, records it and notifies the owner. An identity of another account stays
 * there, unless that account was deleted.
 */
async function join(
  call: Entering,
  account: AccountRow,
  joining: Joining,
  by: 'password' | 'mail' | 'session',
): Promise<data.IdentityRow | Failure<'social.taken'>> {
  const { db, now } = call
  const before = await data.findIdentity(db, joining)
  if (before?.account_id === account.id) return before
  if (before && (await findUndeletedAccount(db, { id: before.account_id }))) return fail('social.taken')
  if (before) await data.forgetDeletedOwner(db, before.id)
  const identity = await data.addIdentity(db, account.id, joining.provider, joining, now)
  await recordAudit(db, call, {
    action: 'social.linked',
    accountId: account.id,
    target: { type: 'social_identity', id: identity.id },
    detail: { provider: joining.provider, by },
  })
  await notifyJoined(call, account, joining)
  return identity
}

/** After a join that was also a login. */
async function openJoined(call: Entering, account: AccountRow, provider: string, remember: boolean) {
  await recordLogin(call.db, call, account.id, { by: 'social', provider })
  const fresh = (await findAccount(call.db, account.id)) ?? account
  return openSession(call, fresh, remember)
}
