import type { askResetCode, askResetLink } from '#contract/accounts/recovery.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/context.ts'
import { onlyClaimsAddress } from '#server/features/accounts/claimed-address.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { issueCode } from '#server/features/codes/code.ts'
import { endLinks, hasLink, issueLink } from '#server/features/codes/mailed-link.ts'
import type { Call } from '#server/http/serve.ts'
import { normalPhone } from '#server/phone.ts'
import { accountOfEmail, accountOfPhone, providersOf } from './data.ts'
import { mailCode, mailHowToLogIn, mailLink, textCode } from './recovery-messages.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

/**
 * Runs as many statements as a real message would take, none of which finds or writes a row: how long an answer
 * takes must not reveal whether there is an account. The transaction writes its audit row either way.
 */
async function asMuchWork(db: Db, statements: number): Promise<void> {
  for (let done = 0; done < statements; done++) await endLinks(db, nobody, 'reset')
}

type AskLink = Call<typeof askResetLink>
type AskCode = Call<typeof askResetCode>

/**
 * Mails recovery instructions to the owner of the address. Without an account it sends nothing, with the same
 * work and reply.
 */
export async function mailRecovery(call: AskLink, hasEnough: boolean): Promise<void> {
  const { email } = call.body.data.attributes
  const account = await accountOfEmail(call.db, email)
  const open = account && !onlyClaimsAddress(account) ? account : null
  if (!open) await asMuchWork(call.db, hasEnough ? 5 : 4)
  else if (hasEnough && (await hasWhatHelps(call, open))) await asMuchWork(call.db, 4)
  else if (open.type === 'SocialAccount') await helpSocial(call, open, email)
  else await sendLink(call, open, email)
  await recordAsking(call, open, 'link')
}

/**
 * Whether the newest mail is still enough: a link that stays valid for a while, or the text saying where to log
 * in, which doesn't change.
 */
async function hasWhatHelps({ db, context, now }: AskLink, account: AccountRow): Promise<boolean> {
  if (account.type === 'SocialAccount') return (await providersOf(db, account.id)).length > 0
  return hasLink(db, account.id, 'reset', new Date(now.getTime() + context.config.resetTtl / 2))
}

/** Sends a code and returns its token. Tokens look the same if no code was sent. */
export async function sendCode(call: AskCode, hasEnough: boolean) {
  const { phone, target } = codeTarget(call.body)
  const found =
    phone === undefined ? await accountOfEmail(call.db, target) : await accountOfPhone(call.db, phone)
  const account =
    found && hasPassword(found) && (phone !== undefined || !onlyClaimsAddress(found)) ? found : null
  const asked = { purpose: 'recovery' as const, target, accountId: account?.id ?? null, hasEnough }
  const issued = await issueCode(call.context, call.db, asked, call.now)
  const { code, expiresAt } = issued
  if (code === null) await asMuchWork(call.db, 2)
  else if (!account)
    await (found && phone === undefined ? helpInstead(call, found, target) : asMuchWork(call.db, 2))
  else {
    await asMuchWork(call.db, 1)
    if (phone === undefined) await mailCode(call, { account, email: target }, { code, expiresAt })
    else await textCode(call, { account, phone }, { code, expiresAt })
  }
  await recordAsking(call, account, 'code')
  return issued
}

/** Returns the recipient of a code: a number in normal form, or an address. */
export function codeTarget(body: AskCode['body']): { readonly phone?: string; readonly target: string } {
  const { email = '', full_phone_number: given } = fieldsOf(body)
  if (given === undefined) return { target: email }
  const phone = normalPhone(given)
  return { phone, target: phone }
}

/** Someone who logs in through a provider would wait for a code in vain. */
async function helpInstead(call: AskCode, account: AccountRow, email: string): Promise<void> {
  const providers = await providersOf(call.db, account.id)
  if (hasPassword(account) || providers.length === 0) await asMuchWork(call.db, 1)
  else await mailHowToLogIn(call, { account, email }, providers)
}

/** Someone who logs in through a provider has no password to forget, and doesn't get one by a code. */
function hasPassword(account: AccountRow): boolean {
  return account.type !== 'SocialAccount'
}

async function sendLink(call: AskLink, account: AccountRow, email: string): Promise<void> {
  const { context, db, now, body } = call
  const { token, expiresAt } = await issueLink(
    context,
    db,
    // Useless once the account has another address.
    { purpose: 'reset', accountId: account.id, life: context.config.resetTtl, detail: { email } },
    now,
  )
  const host = body.data.attributes.host ?? body.data.host ?? body.host
  await mailLink(call, { account, email }, { url: resetAddress(context.config, host, token), expiresAt })
  await asMuchWork(db, 1)
}

async function helpSocial(call: AskLink, account: AccountRow, email: string): Promise<void> {
  const providers = await providersOf(call.db, account.id)
  if (providers.length === 0) return sendLink(call, account, email)
  await mailHowToLogIn(call, { account, email }, providers)
  await asMuchWork(call.db, 2)
}

async function recordAsking(call: AskLink | AskCode, account: AccountRow | null, by: 'link' | 'code') {
  await recordAudit(call.db, call, {
    action: 'password.resetAsked',
    accountId: null,
    ...(account ? { target: { type: 'account', id: account.id } } : {}),
    detail: { by, known: account !== null },
  })
}

/**
 * Returns the base address of the mailed link. The page's address counts only if the operator configured it,
 * and request headers never do: a link to another host would reveal its token.
 */
function resetAddress(
  { publicUrl, otherPublicUrls }: Pick<Config, 'publicUrl' | 'otherPublicUrls'>,
  host: string | undefined,
  token: string,
): string {
  const asked = host?.replace(/\/+$/, '')
  const base = otherPublicUrls.find((one) => one === asked) ?? publicUrl
  return `${base}/passwords/forgot_password?token=${token}`
}
