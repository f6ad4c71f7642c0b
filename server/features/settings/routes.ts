import * as agreed from '#contract/accounts/settings.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { findSettings, lockSettings, storeSettings } from './data.ts'
import { mergeSettings, storedSettings } from './merge.ts'
import { presentSettings } from './present.ts'

export const settingsRoutes = [
  serve(agreed.settings, async ({ db, account }) => {
    const row = await findSettings(db, account.id)
    if (!row) return fail('request.notFound')
    return { data: presentSettings(account.id, storedSettings(row.settings)) }
  }),
  serve(agreed.changeSettings, async ({ db, account, body, now }) => {
    const row = await lockSettings(db, account.id)
    if (!row) return fail('request.notFound')
    const { attributes, changed_at = {} } = body.data
    const merged = mergeSettings(storedSettings(row.settings), { attributes, changedAt: changed_at }, now)
    await storeSettings(db, account.id, merged)
    return { data: presentSettings(account.id, merged) }
  }),
]
