import { type RawBuilder, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { fail, Refused } from '#server/http/failure.ts'

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
