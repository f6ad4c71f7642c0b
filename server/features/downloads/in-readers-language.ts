import { readersLanguages } from '#contract/messages/spoken.ts'
import type { Db } from '#server/context.ts'
import type { Holder } from '#server/http/ticket.ts'
import { inLanguageOfReader } from '#server/language.ts'
import { readSettings } from './data.ts'

interface Read {
  readonly ownerId: string
  /** The owner's. */
  readonly settings: unknown
}

/**
 * A report is in its reader's language: the one their account has chosen, else the one their browser asks for.
 * A guest whose browser asks for none gets the owner's language.
 */
export async function inReadersLanguage<T>(
  db: Db,
  { ownerId, settings }: Read,
  holder: Holder,
  work: () => T,
): Promise<Awaited<T>> {
  const chosen =
    'link' in holder
      ? readersLanguages().length === 0 && settings
      : holder.account === ownerId
        ? settings
        : await readSettings(db, holder.account)
  return await inLanguageOfReader({ settings: chosen }, work)
}
