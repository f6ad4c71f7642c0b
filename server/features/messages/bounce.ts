import { t } from '#contract/messages/translate.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { Db } from '#server/context.ts'
import { findSent, markBounced } from './data.ts'
import { recipientOf } from './policy.ts'

export interface Bounce {
  readonly providerId: string | undefined
  readonly to: string | undefined
  readonly reason: string
}

const reasonMax = 300

/** Records that a message bounced; false if no message matches. */
export async function bounce(db: Db, { providerId, to, reason }: Bounce, now: Date): Promise<boolean> {
  const row = await findSent(db, {
    providerIds: providerId ? spellings(providerId) : [],
    to: to ? (recipientOf('email', to) ?? recipientOf('sms', to)) : null,
  })
  if (!row) return false
  const said = cut(oneLine(reason), reasonMax)
  const text = said === '' ? t('outbox.bouncedBare') : t('outbox.bounced', { reason: said })
  await markBounced(db, row.id, text, now)
  return true
}

/** Providers give a mail's Message-ID with or without its brackets. */
function spellings(providerId: string): readonly string[] {
  const bare = providerId.trim().replace(/^<|>$/g, '')
  return [bare, `<${bare}>`]
}
