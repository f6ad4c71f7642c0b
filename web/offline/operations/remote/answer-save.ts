import { v7 } from 'uuid'
import { autoSave, type SavedSections } from '#contract/surveys/surveys.ts'
import { db } from '../../store/database.ts'
import type { EntryOf, FrozenEntry, OutboxRow } from '../../store/outbox-rows.ts'
import { isSave, savePayload } from '../answer-save.ts'
import { newEntry } from '../entries.ts'
import { acknowledgeSave } from './acknowledge-save.ts'
import { type RemoteOperation, remoteDefaults } from './remote-operation.ts'

type Save = EntryOf<'surveys.autoSave'>

export const answerSaveRemote: RemoteOperation<'surveys.autoSave'> = {
  ...remoteDefaults<'surveys.autoSave'>(autoSave),
  rebase: onTopOf,
  reject: takeApart,
  acknowledge: async (entry, reply) => (reply ? { save: await acknowledgeSave(entry, reply) } : {}),
}

/**
 * Splits a rejected save into one save per answer, so that one answer doesn't block the others. A rejected
 * save of one answer is parked.
 */
async function takeApart(row: Save, problem: string): Promise<void> {
  const answers = await db.answers.where({ entry: row.id }).toArray()
  await db.outbox.delete(row.seq ?? 0)
  const alone = answers.length === 1
  for (const [place, answer] of answers.entries()) {
    const given = alone
      ? { state: 'parked' as const, problem, input: null, triedAt: new Date().toISOString() }
      : { input: savePayload(row.survey, [answer]) }
    // Same position in the outbox as the old entry.
    await putOne(row, answer, { ...given, seq: (row.seq ?? 0) + place / 8192 })
  }
}

/** Uses a new key, because the payload differs. */
async function putOne(
  row: Save,
  answer: { readonly account: string; readonly id: string },
  given: Pick<Save, 'input'> & Partial<Save>,
): Promise<void> {
  const id = v7()
  const { account, survey, endpoint, subSection, madeAt } = row
  await db.outbox.add(newEntry(account, { survey, subSection, madeAt, id, ...given, endpoint }))
  await db.answers.update([account, answer.id], { entry: id })
}

/**
 * Rebases a save on earlier unsent saves of the same answers, whose revisions will come first. Otherwise the
 * user would conflict with themselves.
 */
function onTopOf(save: FrozenEntry<'surveys.autoSave'>, before: readonly OutboxRow[]) {
  const bases = new Map<string, number>()
  for (const earlier of before) {
    if (!isSave(earlier) || earlier.survey !== save.survey) continue
    const details = sectionsOf(earlier).flatMap((section) =>
      section.user_survey_sub_sections_attributes.flatMap(
        (part) => part.user_survey_sub_section_details_attributes,
      ),
    )
    for (const { id, base_revision } of details) bases.set(id, (base_revision ?? 0) + 1)
  }
  if (bases.size === 0) return save
  const raised = sectionsOf(save).map((section) => ({
    ...section,
    user_survey_sub_sections_attributes: section.user_survey_sub_sections_attributes.map((part) => ({
      ...part,
      user_survey_sub_section_details_attributes: part.user_survey_sub_section_details_attributes.map(
        (detail) => ({
          ...detail,
          base_revision: Math.max(detail.base_revision ?? 0, bases.get(detail.id) ?? 0),
        }),
      ),
    })),
  }))
  return { ...save, input: { body: { ...save.input.body, user_survey_sections_attributes: raised } } }
}

/** Complete, because `savePayload` wrote it without defaults. */
function sectionsOf({ input }: Save): SavedSections {
  return (input?.body.user_survey_sections_attributes ?? []) as SavedSections
}
