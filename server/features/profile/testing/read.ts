import { profile } from '#contract/accounts/accounts.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import type { TestApp } from '#server/testing/test-app.ts'

export async function accountRow({ context }: TestApp, id: string) {
  return context.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Returns the account's own profile. */
export async function ownProfile({ api }: MadeAccount) {
  return (await api.call(profile, {})).body.data.attributes
}
