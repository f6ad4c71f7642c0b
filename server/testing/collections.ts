import { collectUnsentWork, makeCollectionCode } from '#contract/accounts/unsent-work.ts'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { handOver } from '#contract/sharing/teams.ts'
import type { MadeAccount } from './make.ts'
import type { TestApp } from './test-app.ts'

export async function disable(admin: MadeAccount, who: MadeAccount, disabled = true): Promise<void> {
  const { status } = await admin.api.call(changeAccountAccess, { params: { id: who.id }, body: { disabled } })
  if (status !== 200) throw new Error(`Disabling failed: ${status}`)
}

export async function handOverSurveys(admin: MadeAccount, from: MadeAccount, to: MadeAccount) {
  const { body, status } = await admin.api.call(handOver, { params: { id: from.id }, body: { to: to.id } })
  if (status !== 200) throw new Error(`Handing over failed: ${status}`)
  return body.data.surveys
}

export async function codeFor(admin: MadeAccount, who: MadeAccount): Promise<string> {
  return (await admin.api.call(makeCollectionCode, { params: { id: who.id } })).body.data.code
}

/** Returns the account with a session opened by a collection code. */
export async function collecting(here: TestApp, admin: MadeAccount, who: MadeAccount): Promise<MadeAccount> {
  const body = { account_id: who.id, code: await codeFor(admin, who) }
  const { body: reply, status } = await here.api.call(collectUnsentWork, { body })
  if (status !== 200) throw new Error(`The code was refused: ${status}`)
  return { ...who, api: here.api.withToken(reply.meta.token) }
}
