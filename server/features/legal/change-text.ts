import type { LegalKind } from '#contract/messages/legal-texts.ts'
import { withoutTags } from '#contract/rules/legal-markup.ts'
import type { Db } from '#server/context.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { addAnswer } from './answers.ts'
import { readMarkup } from './read-markup.ts'
import { addText, type LegalRow, lockTexts, newestText } from './texts.ts'

interface Change extends Origin {
  readonly db: Db
  readonly account: AccountIdentity
}

interface Written {
  readonly description: string
  readonly based_on?: string | undefined
}

/**
 * Adds a version of a text; an unchanged text adds none. The author of new terms counts as having accepted
 * them.
 */
export async function changeText(
  change: Change,
  kind: LegalKind,
  { description, based_on }: Written,
): Promise<LegalRow | Failure<'legal.badLink' | 'legal.tooMuchMarkup' | 'legal.changedMeanwhile'>> {
  const { db, account, now } = change
  const markdown = withoutTags(description)
  const { badLink, isTooMuch } = await readMarkup(markdown)
  if (isTooMuch) return fail('legal.tooMuchMarkup')
  if (badLink !== null) return fail('legal.badLink', { values: { link: badLink.slice(0, 100) } })
  await lockTexts(db, kind)
  const newest = await newestText(db, kind)
  // Before the other check: someone who lost the answer to a save sends the same text again.
  if (newest?.markdown === markdown) return newest
  if (based_on !== undefined && newest && newest.id !== based_on) return fail('legal.changedMeanwhile')
  const version = (newest?.version ?? 0) + 1
  const text = await addText(db, { kind, version, markdown, createdBy: account.id }, now)
  if (kind === 'terms') await addAnswer(db, { textId: text.id, accountId: account.id, isAccepted: true }, now)
  await recordAudit(db, change, {
    action: 'terms.changed',
    accountId: account.id,
    target: { type: kind, id: text.id },
    detail: { version },
  })
  return text
}
