import { v7 } from 'uuid'
import { autoSave, type SavedSections } from '#contract/surveys/surveys.ts'
import { type Acknowledged, reduceAnswer } from '#survey/answer-state.ts'
import type { SaveReply } from '#survey/apply.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { storeRecoveredAnswers } from '../../incoming/recovered-answers.ts'
import { db } from '../../store/database.ts'
import type { EntryOf, FrozenEntry, OperationReply, OutboxRow } from '../../store/outbox-rows.ts'
import { isSave, savePayload } from '../answer-save.ts'
import { newEntry } from '../entries.ts'
import { type AcknowledgedSave, type RemoteOperation, remoteDefaults } from './remote-operation.ts'

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

type Saved = OperationReply<'surveys.autoSave'>['data']['attributes']

/** Updates the row of each sent answer. Call inside the acknowledging transaction. */
async function acknowledgeSave(
  row: Save,
  reply: OperationReply<'surveys.autoSave'>,
): Promise<AcknowledgedSave> {
  const { progress, last_edited, recovered, changed_since_submission = null } = reply.data.attributes
  const read = readReply(row.id, sentAnswers(row), reply.data.attributes)
  for (const { id, event } of read.rows) {
    const own = (await db.answers.get([row.account, id])) ?? null
    const after = reduceAnswer({ server: null, own }, event).own
    if (after && after !== own) await db.answers.put(after)
  }
  const head = (await db.copies.get([row.account, row.survey]))?.head
  // Empty for a former owner, who can only add to the survey.
  if (head && progress !== '')
    await db.copies.update([row.account, row.survey], {
      head: { ...head, progress, last_edited, changed_since_submission },
    })
  const aside = await db.answers.bulkGet(recovered.map((id): [string, string] => [row.account, id]))
  // Answers edited meanwhile are sent again.
  const kept = aside.filter((known) => known !== undefined).filter(({ entry }) => entry === '')
  if (kept.length > 0) await storeRecoveredAnswers(row.account, row.survey, kept)
  return { ...read.event, recovered: kept.length > 0 }
}

interface SentAnswer {
  readonly given: AnswerValue
  /** Time of the edit. */
  readonly at: string
}

/**
 * An answer listed in `saved` is current. One listed only in `conflicts` was replaced by another device's.
 */
function readReply(
  entry: string,
  sent: ReadonlyMap<string, SentAnswer>,
  { saved, conflicts }: Pick<Saved, 'saved' | 'conflicts'>,
): {
  readonly event: Omit<AcknowledgedSave, 'recovered'>
  readonly rows: readonly { readonly id: string; readonly event: Acknowledged }[]
} {
  const revisions = new Map(saved.map(({ id, revision }) => [id, revision]))
  const clashes = conflicts.flatMap((clash) => {
    const own = sent.get(clash.id)?.given
    const other = { value: clash.field_value, values: clash.field_value_multiple }
    if (!own) return []
    const stands = revisions.has(clash.id) ? ('own' as const) : ('other' as const)
    const conflict: Conflict = {
      stands,
      own,
      other,
      otherBy: clash.edited_by ?? '',
      otherAt: clash.edited_at ?? null,
      revision: clash.revision,
    }
    return [{ id: clash.id, revision: clash.revision, conflict }]
  })
  const clashOf = new Map(clashes.map((clash) => [clash.id, clash]))
  const rows = [...sent].map(([id, { given }]) => {
    const clash = clashOf.get(id)
    const lost = clash?.conflict.stands === 'other'
    const event: Acknowledged = {
      kind: 'acknowledged',
      entry,
      sent: given,
      revision: (lost ? clash.revision : revisions.get(id)) ?? null,
      stands: lost ? clash.conflict.other : null,
      conflict: clash?.conflict ?? null,
    }
    return { id, event }
  })
  const sentAt = new Map([...sent].map(([id, { at }]) => [id, at]))
  return { rows, event: { reply: saveReply(saved, clashes), conflicts: clashes, sentAt } }
}

function saveReply(
  saved: Saved['saved'],
  clashes: readonly { id: string; revision: number; conflict: Conflict }[],
): SaveReply {
  const overruled = clashes.filter(({ conflict }) => conflict.stands === 'other')
  return {
    saved,
    overruled: overruled.map(({ id, revision, conflict }) => ({ id, revision, ...conflict.other })),
  }
}

function sentAnswers(row: Save): ReadonlyMap<string, SentAnswer> {
  return new Map(
    sectionsOf(row).flatMap((section) =>
      section.user_survey_sub_sections_attributes.flatMap((part) =>
        part.user_survey_sub_section_details_attributes.map(
          (detail) =>
            [
              detail.id,
              {
                given: { value: detail.field_value ?? '', values: detail.field_value_multiple ?? [] },
                at: detail.edited_at ?? '',
              },
            ] as const,
        ),
      ),
    ),
  )
}
