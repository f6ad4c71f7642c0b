import { limits } from '#contract/limits.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { addOnce, newEntry } from '../operations/entries.ts'
import { db, onDevice } from '../store/database.ts'
import { isStatus } from '../store/operation-facts.ts'
import type { OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import { suspendCount } from '../store/page-lifecycle.ts'
import { recordEntry } from './record-answer.ts'

interface Where {
  readonly survey: string
  readonly section: string
  readonly subSection: string
}

/** Returns the entry that adds a sub-section. */
export function addSimilarEntry(account: string, { survey, section, subSection }: Where): OutboxRow {
  const input: PayloadOf<'surveys.addSimilar'> = {
    body: { id: subSection, user_survey_id: survey, user_survey_section_id: section, only_new: true },
  }
  return newEntry(account, { survey, endpoint: 'surveys.addSimilar', input, subSection })
}

/**
 * Returns the entry that removes a sub-section. `seen`: revisions of the removed answers, in the order of
 * `everyAnswer`. `called`: display name.
 */
export function removeSimilarEntry(
  account: string,
  where: Where & { readonly seen: readonly number[]; readonly called: string },
): OutboxRow {
  const seen = where.seen.join()
  const input: PayloadOf<'surveys.removeSimilar'> = {
    query: {
      user_survey_id: where.survey,
      user_survey_section_id: where.section,
      user_survey_sub_section_id: where.subSection,
      ...(seen !== '' && seen.length <= limits.seenRevisionsMax ? { seen_revisions: seen } : {}),
    },
  }
  const { survey, subSection, called } = where
  return newEntry(account, { survey, endpoint: 'surveys.removeSimilar', input, subSection, called })
}

/** Queues the move to another template version, which must be on this device. */
export async function recordMove(account: string, survey: string, templateId: string): Promise<void> {
  const input: PayloadOf<'surveyMoves.move'> = {
    body: { survey_ids: [survey], survey_template_id: templateId, dry_run: false },
  }
  await recordEntry(newEntry(account, { survey, endpoint: 'surveyMoves.move', input }))
}

/**
 * Queues Save ('Started') or Submit ('Completed'). Replaces an unsent earlier one, unless another device may
 * send that one, too; then this one follows it.
 */
export async function recordStatus(
  account: string,
  survey: string,
  status: SurveyStatus,
  { needsFiles }: Pick<OutboxRow, 'needsFiles'> = {},
): Promise<OutboxRow> {
  const input: PayloadOf<'surveys.submit'> = {
    params: { id: survey },
    body: { user_survey_id: survey, status },
  }
  const made = newEntry(account, {
    ...{ survey, endpoint: 'surveys.submit', input },
    ...(needsFiles && { needsFiles }),
  })
  const before = suspendCount()
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      const known = await db.outbox.where({ account, survey }).and(isStatus).toArray()
      // The page was left before the commit, and the next page has queued a newer status.
      if (suspendCount() !== before && known.some(({ madeAt }) => madeAt > made.madeAt)) return
      const replaced = known.filter((row) => row.state !== 'sending' && !isCarried(row))
      await db.outbox.bulkDelete(replaced.map(({ seq }) => seq ?? 0))
      await addOnce(made)
    }),
  )
  return made
}

function isCarried({ parcel, state }: OutboxRow): boolean {
  return parcel !== undefined && state !== 'parked'
}
