import { profile } from '#contract/accounts/accounts.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import type { TestApp } from '#server/testing/test-app.ts'

export async function accountRow({ context }: TestApp, id: string) {
  return context.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** What a person sees of their own account. */
export async function ownProfile({ api }: MadeAccount) {
  return (await api.call(profile, {})).body.data.attributes
}
