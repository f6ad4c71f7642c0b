import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/context.ts'
import type { Survey as SurveyTable } from '#server/db/tables.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { fail, Refused } from '#server/http/failure.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { hideInPart, isSelfContained } from '#survey/logic/self-contained.ts'
import { logicOf } from '#survey/logic/template-logic.ts'
import { asksMandatory, mandatoryShare, partShare } from '#survey/progress.ts'
import type { MediaRef, SubSection } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { type Actor, type Change, recordChange } from './events/data.ts'
import { revokeAcceptance } from './invalidate-review.ts'
import { loadSurvey } from './load.ts'
import { readOwnParts } from './parts.ts'

export type SurveyRow = Selectable<SurveyTable>

/**
 * Marks a survey as edited now after a change beside the answers, such as a photo. The caller holds the lock.
 */
export async function touchSurvey(
  db: Db,
  surveyId: string,
  by: Actor,
  change: Change = { kind: 'survey' },
): Promise<void> {
  const weighed = await db
    .updateTable('survey')
    .set({ updated_at: by.now, bytes: sizeFromRows(surveyId) })
    .where('id', '=', surveyId)
    .returning([
      'id',
      'review',
      'status',
      'changed_since_submission',
      'bytes',
      bytesBefore.as('bytes_before'),
    ])
    .executeTakeFirstOrThrow()
  rejectTooLarge(weighed, by.context.config)
  await noteContentChange(db, weighed, by)
  await recordChange(db, surveyId, by, change)
}

/** Size of a survey in bytes; 0 if it does not exist. */
export async function bytesOfSurvey(db: Db, surveyId: string): Promise<number> {
  const row = await db.selectFrom('survey').select('bytes').where('id', '=', surveyId).executeTakeFirst()
  return row?.bytes ?? 0
}

/** Recomputes the size after a change that reduces it and is not an edit. The caller holds the lock. */
export async function recomputeSize(db: Db, surveyId: string): Promise<void> {
  await db
    .updateTable('survey')
    .set({ bytes: sizeFromRows(surveyId) })
    .where('id', '=', surveyId)
    .execute()
}

export interface ProgressChange extends StoredCounts {
  /** Change in the size of the answers; absent = recompute it. */
  readonly bytes?: number
  /** The counts include fields that the write showed or hid. */
  readonly isExact?: boolean
  /** All answers that the write changed; absent = any may have changed. */
  readonly changed?: readonly ChangedAnswer[]
  /** The event to record; absent = the survey changed. */
  readonly event?: Change
}

/** Updates the stored counts of the progress by the change of a write. The caller holds the lock. */
export async function updateProgress(
  db: Db,
  surveyId: string,
  moved: ProgressChange,
  by: Actor,
): Promise<StoredCounts> {
  const { id, review, status, changed_since_submission, template_id, bytes, bytes_before, ...counts } =
    await db
      .updateTable('survey')
      .set({
        filled: sql<number>`filled + ${moved.filled}::integer`,
        fillable: sql<number>`fillable + ${moved.fillable}::integer`,
        updated_at: by.now,
        bytes:
          moved.bytes === undefined ? sizeFromRows(surveyId) : sql<number>`bytes + ${moved.bytes}::bigint`,
      })
      .where('id', '=', surveyId)
      .returning([
        'id',
        'review',
        'status',
        'changed_since_submission',
        'filled',
        'fillable',
        'template_id',
        'bytes',
        bytesBefore.as('bytes_before'),
      ])
      .executeTakeFirstOrThrow()
  rejectTooLarge({ bytes, bytes_before }, by.context.config)
  await noteContentChange(db, { id, review, status, changed_since_submission }, by)
  await recordChange(db, surveyId, by, moved.event ?? { kind: 'survey' })
  if (moved.isExact) return counts
  return recountProgress(db, { id: surveyId, templateId: template_id }, counts, moved.changed)
}

type Counted = Pick<SurveyRow, 'status' | 'changed_since_submission' | 'template_id' | 'filled' | 'fillable'>

/**
 * Returns the change from stored counts, for lists and saves; null = unchanged since submission, or not
 * submitted.
 */
export async function changedSince(db: Db, row: Counted): Promise<ChangedSinceSubmission | null> {
  if (row.status !== 'Completed' || !row.changed_since_submission) return null
  const asks = asksMandatory(await pinnedTemplate(db, row.template_id))
  return { missing_required: asks ? Math.max(0, row.fillable - row.filled) : 0 }
}

/** Keyed by survey id. */
export async function readChanged(
  db: Db,
  rows: readonly (Counted & Pick<SurveyRow, 'id'>)[],
): Promise<ReadonlyMap<string, ChangedSinceSubmission | null>> {
  const found = new Map<string, ChangedSinceSubmission | null>()
  for (const row of rows) found.set(row.id, await changedSince(db, row))
  return found
}

/**
 * Call after a write of answers, sub-sections, files, or plans: marks a submitted survey as changed, and
 * returns an accepted one to its reviewers. The caller holds the survey's lock.
 */
export async function noteContentChange(
  db: Db,
  survey: Pick<SurveyRow, 'id' | 'review' | 'status' | 'changed_since_submission'>,
  by: Actor,
): Promise<void> {
  if (survey.status === 'Completed' && !survey.changed_since_submission)
    await db
      .updateTable('survey')
      .set({ changed_since_submission: true })
      .where('id', '=', survey.id)
      .execute()
  await revokeAcceptance(db, survey, by)
}

export interface StoredCounts {
  readonly filled: number
  readonly fillable: number
}

/** An answer that a write changed, with its previous value. */
export interface ChangedAnswer extends AnswerValue {
  readonly id: string
  readonly fieldId: string
  readonly partId: string
  /** Its previous files; absent = unchanged. */
  readonly media?: readonly MediaRef[]
}

/**
 * Returns the progress counts after a write that only counted its own answers. Conditions can make other
 * answers count: those within the same sub-section are counted there, otherwise all are recounted. `changed`:
 * all changed answers; absent = unknown. The caller holds the lock.
 */
export async function recountProgress(
  db: Db,
  survey: { readonly id: string; readonly templateId: string },
  moved: StoredCounts,
  changed?: readonly ChangedAnswer[],
): Promise<StoredCounts> {
  const template = await pinnedTemplate(db, survey.templateId)
  const { hides, mayHide } = logicOf(template)
  const deciding = changed?.filter(({ fieldId }) => mayHide.has(fieldId))
  if (!hides || deciding?.length === 0) return moved
  const { filled, fillable } =
    (deciding && (await movedInParts(db, survey.id, template, moved, deciding))) ??
    (await countedAnew(db, survey.id))
  if (filled === moved.filled && fillable === moved.fillable) return moved
  await db.updateTable('survey').set({ filled, fillable }).where('id', '=', survey.id).execute()
  return { filled, fillable }
}

async function countedAnew(db: Db, surveyId: string): Promise<StoredCounts> {
  const { filled, total } = mandatoryShare(await loadSurvey(db, surveyId))
  return { filled, fillable: total }
}

/** Returns null if one of them affects other sub-sections too. */
async function movedInParts(
  db: Db,
  surveyId: string,
  template: Template,
  moved: StoredCounts,
  deciding: readonly ChangedAnswer[],
): Promise<StoredCounts | null> {
  const bySection = Map.groupBy(deciding, ({ fieldId }) =>
    template.sections.find(({ fields }) => fields.some(({ id }) => id === fieldId)),
  )
  const counts = { ...moved }
  for (const [definition, answers] of bySection) {
    if (!definition || !isSelfContained(template, definition)) return null
    const before = new Map(answers.map((answer) => [answer.id, answer]))
    const partIds = [...new Set(answers.map(({ partId }) => partId))]
    for (const part of await readOwnParts(db, surveyId, definition, partIds)) {
      const earlier = withValues(part, before)
      // Already counted by the write, with each answer as if it were shown.
      const share = (one: SubSection, sign: 1 | -1) => {
        const { filled, total } = partShare(template, one)
        counts.filled += sign * filled
        counts.fillable += sign * total
      }
      share(hideInPart(template, definition, part), 1)
      share(hideInPart(template, definition, earlier), -1)
      share(part, -1)
      share(earlier, 1)
    }
  }
  return counts
}

function withValues(part: SubSection, values: ReadonlyMap<string, ChangedAnswer>): SubSection {
  const answers = part.answers.map((answer) => {
    const { value, values: chosen, media = answer.media } = values.get(answer.id) ?? answer
    return { ...answer, value, values: chosen, media }
  })
  return { ...part, answers }
}

/**
 * Overhead in bytes of each answer, medium and pin when a survey is read whole. The size of a survey is its
 * texts plus these, and the overhead of recovered values. Data that no reply contains (earlier values, deleted
 * sub-sections) does not count.
 */
const answerItself = 300
const mediumItself = 600
const pinItself = 200

/** Computes the size from the rows, for rare changes. For use in statements on `survey`. */
export function sizeFromRows(surveyId: string): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(${sizeOfRow}), 0)
    from answer join sub_section on sub_section.id = answer.sub_section_id
    where answer.survey_id = ${surveyId} and sub_section.deleted_at is null
  ) + (
    select coalesce(sum(${sql.lit(mediumItself)} + octet_length(description)
      + coalesce(octet_length(shapes::text), 0)), 0)
    from media
    join answer on answer.id = media.answer_id
    join sub_section on sub_section.id = answer.sub_section_id
    where media.survey_id = ${surveyId}
      and (sub_section.deleted_at is null or (media.late and media.dismissed_at is null))
  ) + (
    select count(*) * ${sql.lit(pinItself)}
    from plan_pin
    join plan on plan.id = plan_pin.plan_id
    join sub_section on sub_section.id = plan_pin.sub_section_id
    where plan_pin.survey_id = ${surveyId} and plan.deleted_at is null and sub_section.deleted_at is null
  ) + (
    select coalesce(sum(${sizeOfRow}), 0) from recovered_answer
    where survey_id = ${surveyId} and handled_at is null
  )`
}

/** Size of a row with a `value` and a `value_list`. */
export const sizeOfRow: RawBuilder<number> = sql<number>`${sql.lit(answerItself)}
  + octet_length(value) + octet_length(array_to_string(value_list, ''))`

/** Size of this many empty answers. */
export function sizeOfEmpty(answers: number): number {
  return answers * answerItself
}

export function sizeOfValue({ value, values }: { value: string; values: readonly string[] }): number {
  return Buffer.byteLength(value) + Buffer.byteLength(values.join(''))
}

/** The size after and before a write. */
export interface SizeChange {
  readonly bytes: number
  readonly bytes_before: number
}

/** For the `returning` of a statement that changes `survey.bytes`: the size before it. */
export const bytesBefore = sql<number>`(select before.bytes from survey before where before.id = survey.id)`

/**
 * Rejects changes that make a survey too large. Changes that shrink or keep it are never rejected: a survey
 * from before the limit can still be read, corrected and submitted.
 */
export function rejectTooLarge({ bytes, bytes_before }: SizeChange, { surveyBytes }: Config): void {
  if (bytes <= surveyBytes || bytes <= bytes_before) return
  const megabytes = Math.floor(surveyBytes / 1024 / 1024)
  throw new Refused(fail('survey.tooLarge', { values: { megabytes } }))
}
